/// Hands out sources one at a time, as they are asked for: the operands, and the lines of standard input in the place
/// of `-`. Reads no further ahead than one piece of input.
actor SourceReader {
  private var operands: ArraySlice<Argument>
  private var input: StandardInput?
  private var splitter = LineSplitter()
  private var state = InputState.fresh
  /// What is known of standard input: a list of sources has no zero bytes, a picture has some near its start.
  private enum InputState { case fresh, list, file }

  /// A zero byte this near to the start of the input makes all of it a file, even what looks like lines before it.
  private static let signatureLength = 512
  private let openInput: @Sendable () -> StandardInput

  /// The number of sources, where it is known from the start.
  nonisolated let total: Int?

  init(_ operands: [Argument], openInput: @escaping @Sendable () -> StandardInput = { StandardInput() }) {
    self.operands = operands[...]
    self.openInput = openInput
    total = operands.contains { $0.text == "-" && $0.rawPath == nil } ? nil : operands.count
  }

  /// The next source; `nil` at the end, or once the Swift task is cancelled.
  func next() async -> SourceRequest? {
    while !Task.isCancelled {
      if let input {
        if let source = await nextLine(of: input) { return source }
        self.input = nil
      }
      guard let operand = operands.popFirst() else { return nil }
      guard operand.text == "-", operand.rawPath == nil else { return SourceRequest(operand) }
      input = openInput()
    }
    return nil
  }

  private func nextLine(of input: StandardInput) async -> SourceRequest? {
    while !Task.isCancelled {
      while let line = splitter.next() {
        if let source = Self.source(line) { return source }
      }
      if state == .file {
        self.input = nil
        return .notAList
      }
      let bytes = await input.read()
      guard !bytes.isEmpty else { return splitter.last().flatMap(Self.source) }
      guard let zero = bytes.firstIndex(of: 0) else {
        splitter.append(bytes)
        state = .list
        continue
      }
      if state == .list || zero >= Self.signatureLength { splitter.append(bytes[..<zero]) }
      state = .file
    }
    return nil
  }

  private static func source(_ line: LineSplitter.Line) -> SourceRequest? {
    switch line {
    case .whole(let bytes): SourceRequest(line: bytes)
    case .tooLong(let start): .tooLong(startingWith: start)
    }
  }
}
