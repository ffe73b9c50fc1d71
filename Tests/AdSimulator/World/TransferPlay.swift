import MediaTransport
import MediaTransportTesting

/// The server's side of one transfer: how far its answer has come.
@MainActor final class TransferPlay {
  let transfer: ScriptedTransfer
  let picture: Int
  /// Whether a part of the file was asked for.
  let isProbe: Bool
  private var hasResponded = false
  private var sent = 0

  init(_ transfer: ScriptedTransfer, picture: Int) {
    self.transfer = transfer
    self.picture = picture
    isProbe = transfer.request.byteRange != nil
  }

  private var file: [UInt8] { PictureSet.shared.files[picture] }

  /// Whether the whole file has been sent.
  var isWhole: Bool { sent == file.count }

  /// The next part of the answer comes: its head, half of its body, the rest, its end.
  func deliver() {
    if !hasResponded {
      respond()
    } else if sent < file.count {
      send(sent == 0 ? file.count / 2 : file.count - sent)
    } else {
      transfer.finish()
    }
  }

  /// All that is left of the answer comes.
  func complete() {
    if !hasResponded { respond() }
    if transfer.isActive, sent < file.count { send(file.count - sent) }
    if transfer.isActive { transfer.finish() }
  }

  /// The body ends too early, or is no picture at all.
  func corrupt() {
    if !hasResponded { respond() }
    if sent == 0, transfer.isActive { transfer.send(Array("<html>no</html>".utf8)) }
    if transfer.isActive { transfer.finish() }
  }

  func fail() { transfer.fail(.connectionFailed) }

  private func respond() {
    hasResponded = true
    // Every other server knows parts.
    guard isProbe, picture % 2 == 0 else {
      transfer.respond(expectedBytes: file.count)
      return
    }
    transfer.respond(
      status: 206, headers: [HTTPField("Content-Range", "bytes 0-\(file.count - 1)/\(file.count)")],
      expectedBytes: file.count)
  }

  private func send(_ count: Int) {
    let start = sent
    sent += count
    transfer.send(Array(file[start..<(start + count)]))
  }
}
