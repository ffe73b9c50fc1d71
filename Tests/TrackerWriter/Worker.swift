#if DiskCache
  import Glibc
  import LazyMedia
  import NativeAds

  /// Makes events and delivers them, those of earlier runs first.
  @MainActor struct Worker {
    let queue: SQLiteTrackerQueue
    let sender: TrackerSender
    let url: String
    let run: Int

    /// More do not wait, so that a run ends soon after its last event.
    private static let mostPending = 200

    init(directory: String, url: String, run: Int) {
      do throws(TrackerQueueError) { queue = try SQLiteTrackerQueue(directory: directory) } catch {
        tell("unopened \(error)")
        exit(8)
      }
      sender = TrackerSender(queue: queue)
      self.url = url
      self.run = run
      if let damage = queue.damage { fail("damaged \(damage)") }
      sender.onQueueFailure = { fail("queue \($0)") }
      sender.onOutcome = { hit, outcome in
        if case .failed(let error) = outcome { fail("lost \(hit.url) \(error)") }
      }
      tell("opened")
      sender.resume()
    }

    /// Until it is killed: an event is told once its hit is kept.
    func work() -> Never {
      var count = 0
      while true {
        if sender.pendingCount < Self.mostPending {
          let marker = "\(run)-\(count)"
          count += 1
          sender.send([TrackerPing(.click, url: "\(url)?\(marker)")])
          tell("told \(marker)")
        }
        turn(milliseconds: 1)
      }
    }

    /// Until everything is delivered.
    func drain() -> Never {
      while sender.pendingCount > 0 || (try? queue.storedHits().isEmpty) != true { turn(milliseconds: 20) }
      tell("drained")
      exit(0)
    }

    private func turn(milliseconds: Int32) {
      var descriptor = pollfd(fd: MainLoop.fileDescriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, milliseconds)
      MainLoop.drain()
    }
  }

  private func fail(_ line: String) -> Never {
    tell(line)
    _exit(9)
  }
#endif
