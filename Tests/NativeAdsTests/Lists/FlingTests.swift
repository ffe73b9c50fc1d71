import NativeAds
import Testing

/// Lists that come to rest.
@Suite struct FlingTests {
  @Test func theVelocityFallsByTheFactorEachMillisecond() {
    let fling = Fling(from: 100, velocity: 2_000)
    #expect(abs(fling.velocity - 2_000) < 1e-6)
    // Summed up millisecond by millisecond.
    var (offset, velocity) = (100.0, 2_000.0)
    for step in 1...1_000 {
      let next = velocity * 0.998
      offset += (velocity + next) / 2 / 1_000
      velocity = next
      guard step % 100 == 0 else { continue }
      #expect(abs(fling.offset(at: Double(step) / 1_000) - offset) < 0.01)
    }
    // 2000 / (1000 * -ln 0.998).
    #expect(abs(fling.end - 1_099) < 0.01)
  }

  @Test func itIsAtRestWhenLessThanHalfAPointIsLeft() {
    for deceleration in [Fling.Deceleration.normal, .fast] {
      for velocity in [3_000, -3_000] as [Double] {
        let fling = Fling(from: 0, velocity: velocity, deceleration: deceleration)
        #expect(fling.duration > 0)
        #expect(abs(fling.end - fling.offset(at: fling.duration * 0.999_999)) < 0.501)
        #expect(abs(fling.end - fling.offset(at: fling.duration * 0.9)) > 0.5)
        #expect(fling.offset(at: fling.duration) == fling.end)
        #expect(fling.offset(at: 1e9) == fling.end)
        #expect(fling.offset(at: 0) == 0)
        #expect(fling.offset(at: -1) == 0)
        #expect(fling.offset(at: .nan) == 0)
      }
    }
    let (normal, fast) = (
      Fling(from: 0, velocity: 1_000), Fling(from: 0, velocity: 1_000, deceleration: .fast)
    )
    #expect(fast.duration < normal.duration)
    #expect(fast.end < normal.end)
  }

  @Test func itNeverTurnsBack() {
    let fling = Fling(from: 50, to: 650)
    var last = 50.0
    for step in 1...600 {
      let offset = fling.offset(at: Double(step) / 240)
      #expect(offset >= last && offset <= 650)
      last = offset
    }
    #expect(last == 650)
  }

  // B24
  @Test func aCarouselComesToRestOnItsPage() throws {
    let carousel = Carousel(count: 3, width: 360, paging: .peeking())
    let target = try #require(carousel.targetOffset(at: 400, velocity: 1))
    let fling = Fling(from: 400, to: target)
    #expect(fling.end == 656)
    #expect(fling.deceleration == .fast)
    #expect(fling.velocity > 0)
  }

  @Test func whatIsNoNumberStandsStill() {
    for fling in [
      Fling(from: 10, velocity: .nan), Fling(from: 10, velocity: .infinity), Fling(from: 10, to: .nan),
      Fling(from: 10, velocity: 0), Fling(from: 10, to: 10.3),
    ] {
      #expect(fling.duration == 0)
      #expect(abs(fling.offset(at: 1) - 10) < 0.5)
    }
    let far = Fling(from: -1e308, to: 1e308)
    #expect(far.duration == 0)
    #expect(far.offset(at: 1) == -1e308)
    #expect(Fling(from: .nan, to: 5).start == 0)
    #expect(Fling.Deceleration(rawValue: 1) == nil)
    #expect(Fling.Deceleration(rawValue: 0) == nil)
    #expect(Fling.Deceleration(rawValue: .nan) == nil)
    #expect(Fling.Deceleration(rawValue: 0.5) != nil)
  }
}
