import Glibc

/// How often the library goes to the heap. Counts vary little from run to run, so a rise shows what time would hide.
struct AllocationsBenchmark {
  let options: BenchmarkOptions
  let pictures: PictureSet

  /// Counts to be held; to be lowered with each improvement, and raised with a reason only. The libraries' own are in
  /// them: the limit takes 45 for a request with its decode.
  private static let decodes = [
    (name: "decode, JPEG 1200x627 at 4/8", target: PictureSet.mediaTarget, file: "media-004.jpg", most: 28.0),
    (
      name: "decode, progressive 1200x627 at 4/8", target: PictureSet.mediaTarget, file: "media-023.jpg",
      most: 30
    ),
    (name: "decode, PNG icon 80x80", target: "full", file: "icon-000.png", most: 25),
  ]
  /// Varies a little with the pieces that bodies come in.
  private static let mostPerRequest = 138.0

  func run() throws {
    if !options.printsJSON { try Report.answer("allocations (malloc, calloc, realloc and the like)") }
    for (name, target, file, most) in Self.decodes {
      try print(name, try measure("decode", target, pictures.path(file)), most: most)
    }
    let origin = try OriginProcess(pictures)
    let list = pictures.folder + ".list.\(getpid())"
    try pictures.writeList(origin: origin.url, to: list)
    defer { unlink(list) }
    try print("request, fetch and decode", try measure("fetch", list, "16"), most: Self.mostPerRequest)
    try origin.finish()
    if !options.printsJSON { try Report.answer("") }
  }

  private func measure(_ kind: String, _ first: String, _ second: String) throws -> ResultLine {
    let worker = try Programs.worker("allocations", kind, first, second)
    let result = try worker.readResult()
    try worker.finish()
    return result
  }

  private func print(_ name: String, _ result: ResultLine, most: Double) throws {
    let allocations = try result.number("allocations")
    let bytes = try result.number("bytes")
    let isHeld = allocations <= most
    if options.printsJSON {
      try Report.answer(
        "{\"benchmark\":\"allocations\",\"quantity\":\"\(name)\",\"allocations\":\(allocations),"
          + "\"bytes\":\(bytes),\"goal\":\"<= \(most)\",\"passes\":\(isHeld)}")
    } else {
      try Report.answer(
        "  \(name): \(allocations.fixed(1)) allocations, \((bytes / 1024).fixed(1)) KiB"
          + "  <= \(most.fixed(0)) \(isHeld ? "pass" : "MISS")")
    }
  }
}
