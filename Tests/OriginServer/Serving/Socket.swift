internal import CEpoll
import Glibc

/// The system calls of the origin, with their flags; sockets never raise SIGPIPE.
enum Socket {
  /// A listening socket on 127.0.0.1, and its port.
  static func listen(port: UInt16) throws(OriginError) -> (descriptor: Int32, port: UInt16) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw .systemCall("socket", code: errno) }
    do throws(OriginError) {
      var one: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout.size(ofValue: one)))
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      try check("bind") {
        withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
      }
      try check("listen") { Glibc.listen(descriptor, 1024) }
      try check("getsockname") {
        withUnsafeMutablePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
      }
      return (descriptor, UInt16(bigEndian: address.sin_port))
    } catch {
      close(descriptor)
      throw error
    }
  }

  static func check(_ name: String, _ call: () -> Int32) throws(OriginError) {
    if call() < 0 { throw .systemCall(name, code: errno) }
  }

  /// The next connection; `nil` where none waits or the system refuses (see `errno`).
  static func accept(_ listener: Int32) -> Int32? {
    let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = accept4(listener, nil, nil, flags)
    guard descriptor >= 0 else { return nil }
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout.size(ofValue: one)))
    return descriptor
  }

  /// Sends both one after the other; the count sent, or -1 with `errno`.
  static func send(
    _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Int {
    // The system reads only; `iovec` has no other pointer type.
    var parts = (
      iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
      iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
    )
    return withUnsafeMutablePointer(to: &parts) { pointer in
      pointer.withMemoryRebound(to: iovec.self, capacity: 2) { vectors in
        var message = msghdr()
        message.msg_iov = vectors
        message.msg_iovlen = 2
        var sent: Int
        repeat { sent = sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)) } while sent < 0 && errno == EINTR
        return sent
      }
    }
  }

  /// Bytes sent that the client's system has not taken yet.
  static func unacknowledgedBytes(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
  }

  /// Closes with a reset instead of in order.
  static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout.size(ofValue: option)))
    close(descriptor)
  }
}
