import Glibc

/// How often the library goes to the heap. Counts vary little from run to run, so a rise shows what time would hide.
struct AllocationsBenchmark {
  let options: BenchmarkOptions
  let pictures: PictureSet

  private static let decodes = [
    ("decode, JPEG 1200x627 at 4/8", PictureSet.mediaTarget, "media-004.jpg"),
    ("decode, progressive 1200x627 at 4/8", PictureSet.mediaTarget, "media-023.jpg"),
    ("decode, PNG icon 80x80", "full", "icon-000.png"),
  ]

  func run() throws {
    if !options.printsJSON { try Report.answer("allocations (malloc, calloc, realloc and the like)") }
    for (name, target, file) in Self.decodes {
      try print(name, try measure("decode", target, pictures.path(file)))
    }
    let origin = try OriginProcess(pictures)
    let list = pictures.folder + ".list.\(getpid())"
    try pictures.writeList(origin: origin.url, to: list)
    defer { unlink(list) }
    try print("request, fetch and decode", try measure("fetch", list, "16"))
    try origin.finish()
    if !options.printsJSON { try Report.answer("") }
  }

  private func measure(_ kind: String, _ first: String, _ second: String) throws -> ResultLine {
    let worker = try Programs.worker("allocations", kind, first, second)
    let result = try worker.readResult()
    try worker.finish()
    return result
  }

  private func print(_ name: String, _ result: ResultLine) throws {
    let allocations = try result.number("allocations")
    let bytes = try result.number("bytes")
    if options.printsJSON {
      try Report.answer(
        "{\"benchmark\":\"allocations\",\"quantity\":\"\(name)\",\"allocations\":\(allocations),\"bytes\":\(bytes)}"
      )
    } else {
      try Report.answer("  \(name): \(allocations.fixed(1)) allocations, \((bytes / 1024).fixed(1)) KiB")
    }
  }
}
