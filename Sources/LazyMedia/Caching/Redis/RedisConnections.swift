#if Redis
  internal import Locking

  /// Connections to one server: made when they are needed, kept for who comes next, and not tried for a while after the
  /// server could not be reached.
  final class RedisConnections: Sendable {
    private struct State {
      var idle: [RedisConnection] = []
      var pause = RedisPause()
    }

    let address: RedisAddress
    private let timeout: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Lock(State())
    private static let mostIdle = 4

    init(address: RedisAddress, timeout: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
      self.address = address
      self.timeout = timeout
      self.now = now
    }

    /// Lets `body` use a connection. It is asked again, with a new one, if one that was kept had been closed meanwhile.
    func use<Result>(
      _ body: (RedisConnection) throws(RedisFailure) -> Result
    ) throws(MediaStoreError) -> Result {
      let time = now()
      let (kept, isPaused) = state.withLock { ($0.idle.popLast(), $0.pause.isOn(at: time)) }
      do throws(RedisFailure) {
        if let kept {
          let started = ContinuousClock.now
          do throws(RedisFailure) {
            let result = try body(kept)
            giveBack(kept)
            return result
          } catch {
            // A closed connection tells at once; who has waited does not wait again. The others are no better.
            state.withLock { $0.idle.removeAll() }
            guard case .unreachable = error, ContinuousClock.now - started < timeout / 2 else { throw error }
          }
        }
        guard !isPaused else { throw .unreachable("it could not be reached, and is left alone for a while") }
        let connection = try RedisConnection(address, timeout: timeout)
        let result = try body(connection)
        giveBack(connection)
        return result
      } catch {
        if case .unreachable = error, !isPaused {
          state.withLock {
            $0.idle.removeAll()
            $0.pause.failed(at: now())
          }
        }
        throw error.storeError(of: address)
      }
    }

    private func giveBack(_ connection: RedisConnection) {
      state.withLock { state in
        state.pause.succeeded()
        if state.idle.count < Self.mostIdle { state.idle.append(connection) }
      }
    }
  }
#endif
