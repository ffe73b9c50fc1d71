import Glibc

/// The three descriptors that every program expects.
enum StandardStreams {
  /// Takes the places of those that are closed, so that no file, socket or pipe opened later is read or written as
  /// if it were one of them. Each is opened the wrong way round: its use still fails as that of a closed one does.
  static func occupy() {
    // The lowest free descriptor is given out, and those below are in use already.
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
