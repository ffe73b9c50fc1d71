#if DiskCache
  import NativeAds

  /// How long an event waits for its hit to be kept.
  func measure(directory: String, count: Int) {
    do throws(TrackerQueueError) {
      let queue = try SQLiteTrackerQueue(directory: directory)
      let clock = ContinuousClock()
      var times: [Duration] = []
      for number in 0..<count {
        let hit = TrackerHit(
          id: "\(number)", url: "https://track.example.com/impression?campaign=1234567&creative=\(number)",
          event: .impression, time: .milliseconds(1))
        let start = clock.now
        _ = try queue.insert([hit])
        times.append(clock.now - start)
        if number % 2 == 1 { try queue.update(removing: ["\(number)", "\(number - 1)"], keeping: []) }
      }
      times.sort()
      tell(
        "inserts=\(count) median=\(times[count / 2]) p99=\(times[count * 99 / 100]) most=\(times[count - 1])")
    } catch { tell("\(error)") }
  }
#endif
