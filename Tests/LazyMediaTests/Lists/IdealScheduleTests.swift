import FeedSimulator
import SeededRandom
import Testing

@Suite struct IdealScheduleTests {
  private typealias Picture = IdealSchedule.Picture

  /// A byte takes a second.
  private func makespan(
    _ pictures: [Picture], latency: Double = 10, burst: Double = 0, connections: Int = 2
  ) -> Double {
    IdealSchedule(latency: latency, bytesPerSecond: 1, burstBytes: burst, connections: connections)
      .makespan(of: pictures)
  }

  private func pictures(_ bytes: Int...) -> [Picture] { bytes.map { Picture(bytes: $0) } }

  @Test func nothingTakesNoTime() {
    #expect(makespan([]) == 0)
  }

  @Test func onePictureTakesTheLatencyAndItsBytes() {
    #expect(makespan(pictures(5)) == 15)
  }

  @Test func picturesOnTheirWayAtOnceShareTheLatencyButNotTheLink() {
    #expect(makespan(pictures(5, 7)) == 22)
  }

  @Test func aRequestBeyondTheConnectionsWaitsForThatWhichIsFreeFirst() {
    // The smaller first: its connection is free at 11, the next answer begins at 21.
    #expect(makespan(pictures(1, 3, 4)) == 24)
    #expect(makespan(pictures(3, 1, 4), connections: 3) == 18)
  }

  @Test func theOrderIsTheBest() {
    // Neither by rising size nor by falling, which take 29: the large one comes while the last waits for its answer.
    #expect(makespan(pictures(1, 1, 2, 6)) == 28)
  }

  @Test func bytesGiveWayWhereThatFreesAConnectionSooner() {
    // The small answer begins while the large one is sent; the third takes its connection at 11 instead of 30.
    let pictures = [Picture(bytes: 20, release: -1), Picture(bytes: 1), Picture(bytes: 5)]
    #expect(makespan(pictures) == 35)
    #expect(makespan(pictures, latency: 25) == 25 + 1 + 25 + 5)
  }

  @Test func aPictureAskedForEarlierComesEarlier() {
    #expect(makespan([Picture(bytes: 5, release: -4)]) == 11)
    #expect(makespan([Picture(bytes: 5, release: -4), Picture(bytes: 5)]) == 16)
    #expect(makespan([Picture(bytes: 5, release: -30)]) == -15)
  }

  @Test func aLinkThatRestedGivesABurst() {
    #expect(makespan(pictures(5), burst: 3) == 12)
    #expect(makespan(pictures(2), burst: 3) == 10)
    // What is left of it counts, and it fills up meanwhile.
    #expect(makespan(pictures(2, 4), burst: 3) == 13)
    #expect(makespan(pictures(3, 3), burst: 3, connections: 1) == 20)
  }

  @Test func noSchedulePlayedAtRandomIsFaster() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let pictures = (0..<6).map { _ in
        Picture(
          bytes: Int.random(in: 1...9, using: &random),
          release: Double(Int.random(in: -5...0, using: &random)))
      }
      let ideal = makespan(pictures, connections: 3)
      for _ in 0..<20 {
        let played = play(pictures.shuffled(using: &random), connections: 3, using: &random)
        #expect(ideal <= played + 1e-9)
      }
      let floor = pictures.reduce(0) { $0 + Double($1.bytes) } + 5
      #expect(ideal >= floor && ideal <= floor + 5 + 10)
    }
  }

  /// When all have come that are asked for in this order, as soon as a connection is free, over a link whose bytes go to
  /// those that wait for some in a random way.
  private func play(_ pictures: [Picture], connections: Int, using random: inout SeededGenerator) -> Double {
    var waiting = pictures[...]
    var running: [(ready: Double, left: Int)] = []
    var time = -5.0
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < connections, let next = waiting.first, next.release <= time {
        waiting.removeFirst()
        running.append((time + 10, next.bytes))
      }
      let ready = running.indices.filter { running[$0].ready <= time }
      if let chosen = ready.randomElement(using: &random) { running[chosen].left -= 1 }
      time += 1
      running.removeAll { $0.left == 0 }
    }
    return time
  }
}
