import LazyMedia

/// Why a source failed, as it is printed.
struct Failure: Error, Equatable, Sendable {
  /// How far it had come: a phase of `MediaError`, `input` for a line that could not be understood, or `output` for
  /// a file that could not be written.
  var phase: String
  /// The kind, stable for programs.
  var code: String
  /// Text that a person can act on.
  var message: String
  /// Attempts made until it was given up.
  var attempts = 1
}

extension Failure {
  /// - Parameter source: what the pipeline was asked for.
  init(_ error: MediaError, of source: String) {
    self.init(
      phase: error.phase.rawValue, code: error.code, message: error.message, attempts: max(1, error.attempt))
    if isUnreadableFile, let url = MediaSource.likelyURL(for: source) { message += "; did you mean \(url)?" }
  }

  /// A line of standard input that could not be understood.
  static func invalidLine(_ message: String) -> Failure {
    Failure(phase: "input", code: "invalidLine", message: message)
  }

  /// A file that could not be written.
  static func unwritableFile(_ message: String) -> Failure {
    Failure(phase: "output", code: "unwritableFile", message: message)
  }

  /// Whether it is about a local file that cannot be read.
  var isUnreadableFile: Bool { code == TransportError.Code.unreadableFile.rawValue }
}

/// What `fetch` reports of one source.
struct FetchOutcome: Equatable, Sendable {
  /// The place of the source among all, from 0.
  var index: Int
  /// As given.
  var source: String
  /// From the head of the file; known for some failures too.
  var info: ImageInfo?
  var decodedSize: PixelSize?
  /// Where the file came from; `nil` where it did not come.
  var origin: FileOrigin?
  /// Bytes of the body received.
  var bytes: Int?
  /// The HTTP status; `nil` where no answer brought the file.
  var status: Int?
  var attempts: Int?
  /// In hexadecimal digits.
  var pixelHash: String?
  var timings = TransportTimings()
  /// When the picture was finished, since the start.
  var decoded: Duration?
  /// Good rows of a picture that is not whole.
  var goodRows: Int?
  var warnings: [String] = []
  /// The file written.
  var outputPath: String?
  var failure: Failure?

  init(index: Int, source: String) {
    self.index = index
    self.source = source
  }
}

/// What `probe` reports of one source.
struct ProbeOutcome: Equatable, Sendable {
  /// As given.
  var source: String
  var info: ImageInfo?
  var bytesRead: Int?
  var failure: Failure?

  init(source: String) {
    self.source = source
  }
}

/// What the reports of all commands have in common.
protocol Outcome: Sendable {
  var source: String { get }
  var failure: Failure? { get }
  /// Cosmetic faults of the file.
  var warnings: [String] { get }
  /// One JSON object, without a line end.
  var json: [UInt8] { get }
  /// One line for people, of a source that loaded.
  var line: String { get }
}
