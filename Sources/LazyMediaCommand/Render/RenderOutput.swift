import JSON
import LazyMedia

/// Tells which files were written, and what has failed.
@MainActor final class RenderOutput {
  private var console: Console
  private let isJSON: Bool
  private var hasFailed = false

  init(_ settings: Settings) {
    console = Console(progress: settings.progress)
    isJSON = settings.isJSON
  }

  /// Whether standard output takes no more.
  var isCut: Bool { console.outputFailure != nil }

  /// Whether a progress line is drawn.
  var showsProgress: Bool { console.showsProgress }

  /// What the command ends with.
  var status: ExitStatus { status(after: hasFailed ? .someFailed : .success) }

  func status(after status: ExitStatus) -> ExitStatus { console.status(after: status) }

  /// Writes a file, and tells of it.
  /// - Parameter describe: adds to the object of `--json`.
  func write(
    _ bytes: [UInt8], to path: String, kind: String, _ describe: (inout JSONWriter) -> Void = { _ in }
  ) throws(Failure) {
    try writeQuietly(bytes, to: path)
    guard isJSON else { return console.print(Text.printable(path)) }
    var object = JSONWriter()
    object.add("kind", kind)
    object.add("file", path)
    describe(&object)
    console.print(object.finished())
  }

  /// Writes one of many files that another tells of.
  func writeQuietly(_ bytes: [UInt8], to path: String) throws(Failure) {
    do throws(SystemError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw .unwritableFile("cannot write '\(path)': \(error)")
    }
  }

  /// Prints a line for people.
  func print(_ line: String) { if !isJSON { console.print(line) } }

  /// Tells what became of an ad of a report.
  func tell(_ creative: Creative) {
    hasFailed = hasFailed || creative.verdict == .failed
    if isJSON { return console.print(creative.json) }
    for (about, failure) in creative.failures {
      console.complain("\(Text.source(creative.source)): \(about): \(failure.text)")
    }
  }

  /// Tells that an ad, or an asset of one, is not there.
  func tell(_ failure: Failure, about what: String) {
    hasFailed = true
    console.complain("\(what): \(failure.text)")
  }

  /// Something has kept the rest from being done.
  func fail(_ error: any Error) {
    hasFailed = true
    // Whoever interrupts knows.
    if Task.isCancelled || error is CancellationError { return }
    switch error {
    case let error as UsageError: console.complain("render: \(error.message)")
    case let failure as Failure: console.complain(failure.text)
    case let error as TransportError:
      console.complain(
        "\(error.url): \(Text.printable(error.message)) (\(error.phase.rawValue): \(error.code.rawValue))")
    default: console.complain("render: \(Text.printable("\(error)"))")
    }
  }

  func draw(_ progress: Progress) { console.draw(progress) }

  func conclude(_ progress: Progress) {
    console.conclude(progress, isInterrupted: Interruption.signal != nil)
  }
}
