/// Prints what happens, as it happens, each line with the milliseconds since the start.
actor DemoLog {
  private var console = Console(progress: .never)
  private let start = ContinuousClock.now

  func note(_ what: String, _ file: String, _ details: String = "", color: Console.Color? = nil) {
    let time = Text.tenths(ContinuousClock.now - start)
    let line = Text.rightPadded(what, to: 9) + Text.rightPadded(file, to: 30) + " " + details
    console.print("\(Text.leftPadded(time, to: 8)) ms  " + line)
  }

  func print(_ line: String) { console.print(line) }

  func status(after status: ExitStatus) -> ExitStatus { console.status(after: status) }
}
