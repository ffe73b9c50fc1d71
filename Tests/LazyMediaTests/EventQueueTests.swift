import MediaCodecs
import Testing

@testable import LazyMedia
import LazyMediaTesting

@Suite(.timeLimit(.minutes(2))) struct EventQueueTests {
  private let info = ImageInfo(format: .png, storedSize: PixelSize(width: 4, height: 2))

  private func drain(_ queue: inout EventQueue) -> [EventName] {
    var names: [EventName] = []
    while let event = queue.pop() { names.append(EventName(event)) }
    return names
  }

  @Test func ofProgressOnlyTheLatestIsKept() {
    var queue = EventQueue()
    for count in 1...1_000 { queue.push(.progress(received: count, expected: 1_000)) }
    guard case .progress(1_000, 1_000)? = queue.pop() else {
      Issue.record("the latest progress is kept")
      return
    }
    #expect(queue.pop() == nil)
  }

  @Test func nothingFollowsAFailure() {
    var queue = EventQueue()
    let error = MediaError(.empty, url: "http://origin.example/a.jpg")
    queue.push(.size(info))
    queue.push(.failed(error))
    queue.push(.progress(received: 1, expected: nil))
    queue.push(.failed(error))
    #expect(drain(&queue) == [.size, .failed])
    #expect(queue.isClosed)
  }

  @Test func theSizeIsToldOnce() {
    var queue = EventQueue()
    queue.push(.size(info))
    #expect(drain(&queue) == [.size])
    queue.push(.size(info))
    #expect(queue.pop() == nil)
  }

  @Test func aClearedQueueStaysEmpty() {
    var queue = EventQueue()
    queue.push(.size(info))
    queue.clear()
    queue.push(.progress(received: 1, expected: nil))
    #expect(queue.isEmpty)
    #expect(queue.pop() == nil)
  }
}
