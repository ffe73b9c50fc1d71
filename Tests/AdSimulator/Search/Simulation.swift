import LazyMediaTesting
import MediaTransportTesting
import NativeAds

/// Plays schedules.
public enum Simulation {
  /// How a run ended.
  public struct Outcome: Sendable {
    /// The first rule that did not hold, if one did not.
    public var violation: Violation?
    /// Steps that were played.
    public var steps: Int
    /// A hash of all that happened.
    public var hash: UInt64
    /// All that happened, in words, where they were asked for.
    public var lines: [String]
  }

  /// Plays a schedule from its start, in a world of its own, to its end or to its first violation.
  /// - Parameter keepsLines: whether what happens is told in words.
  @MainActor public static func play(_ schedule: Schedule, keepsLines: Bool = false) -> Outcome {
    let world = World(setup: schedule.setup, keepsLines: keepsLines)
    var played = 0
    for step in schedule.steps {
      played += 1
      world.log.note(0, Int(step.kind.rawValue), and: Int(step.target), "\(played). \(step)")
      world.play(step)
      world.check()
      if world.violation != nil { break }
    }
    // Half of the programs end in the middle of all, the others when everything has come.
    if world.violation == nil, schedule.setup >> 63 == 0 {
      world.log.note(23, 0, "the rest comes")
      world.comeToRest()
    }
    if world.violation == nil {
      world.log.note(24, 0, "all is let go")
      world.letGo()
    }
    return Outcome(violation: world.violation, steps: played, hash: world.log.hash, lines: world.log.lines)
  }
}

extension World {
  func play(_ step: Step) {
    let target = Int(step.target)
    switch step.kind {
    case .load, .answer, .cancelLoader, .dropLoader, .dropAd, .retry: playAd(step, target)
    case .loadCell, .reuseCell, .coverCell, .startTask, .cancelTask: playCell(step, target)
    case .click, .openPage, .comeBack, .answerReward: playEngagement(step, target)
    case .makeUnit, .loadUnit, .cancelUnit, .showUnit, .makeGroup, .loadGroup: playUnit(step, target)
    case .deliver, .complete, .fail, .corrupt, .decode, .turn, .turns, .advance, .warnOfMemory, .behave:
      playWorld(step, target)
    default: playView(step, views[target % views.count], target / views.count)
    }
  }

  private func playAd(_ step: Step, _ target: Int) {
    if step.kind == .load { return addAd(AdSpec(step.detail)).load() }
    if step.kind == .answer {
      guard !answers.isEmpty else { return }
      let (host, answer) = answers[target % answers.count]
      let isGood = step.detail % (host.hasAsker ? 2 : 4) != 0
      host.answer(isGood)
      return answer(isGood ? .success(host.response) : .failure(CancellationError()))
    }
    let held = heldAds
    guard !held.isEmpty else { return }
    let host = held[held.startIndex + target % held.count]
    switch step.kind {
    case .cancelLoader: host.cancelLoader()
    case .dropLoader: host.dropLoader()
    case .dropAd: host.dropAd()
    default: host.retry()
    }
  }

  private func playUnit(_ step: Step, _ target: Int) {
    switch step.kind {
    case .makeUnit: return addUnit(step.detail)
    case .makeGroup: return addGroup(step.detail)
    case .loadGroup:
      if groups.isEmpty { addGroup(step.detail) }
      groups.last?.load([1, 2, 3, 11, 0, -1, 2, 3][target % 8])
      return
    default: break
    }
    if units.isEmpty { addUnit(step.detail) }
    let host = units[target % units.count]
    switch step.kind {
    case .loadUnit: host.load()
    case .cancelUnit: host.cancel()
    default:
      let view = views[Int(step.detail) % views.count]
      if step.detail % 4 != 0 { view.follow(host) } else if let ad = host.current { view.bind(ad) }
    }
  }

  private func playEngagement(_ step: Step, _ target: Int) {
    // Most of all those that a unit shows.
    let ready = units.compactMap(\.current) + heldAds.filter { $0.ad != nil }
    switch step.kind {
    case .openPage: street.settlePage(target, opens: step.detail % 4 != 0)
    case .answerReward:
      // The rewards of half of the answers are paid.
      let results = RewardResult.allCases
      street.answer(target, step.detail % 2 == 0 ? .success : results[Int(step.detail / 2) % results.count])
    case .comeBack:
      if step.detail % 2 == 0 { return street.closePage(target) }
      let away = ready.filter(\.engagement.isAway)
      guard !away.isEmpty else { return }
      let host = away[target % away.count]
      host.comeBack()
      host.weakAd?.didReturnFromLanding()
    default:
      guard !ready.isEmpty else { return }
      let haste: Street.Haste = [.opens, .opens, .opens, .fails, .waits][Int(step.detail / 4) % 5]
      ready[target % ready.count].click(inView: step.detail % 4 != 0, haste)
    }
  }

  private func playView(_ step: Step, _ host: ViewHost, _ number: Int) {
    let type: MediaAssetType = number % 2 == 0 ? .media : .icon
    switch step.kind {
    case .makeView: replaceView(at: Int(step.target) % views.count, bits: step.detail)
    case .dropView: replaceView(at: Int(step.target) % views.count, bits: 0)
    case .bind:
      let ready = heldAds.filter { $0.ad != nil }
      if !ready.isEmpty { host.bind(ready[Int(step.detail) % ready.count]) }
    case .unbind: host.unbind()
    case .showPlaceholder: host.showPlaceholder(type)
    case .removePlaceholders: host.removePlaceholders()
    case .removeLate:
      // One of the latest, sometimes one of long ago, and again and again.
      guard !lateRemovals.isEmpty else { return }
      let back = Int(step.detail / 4) % min(step.detail % 4 == 0 ? 20 : 3, lateRemovals.count)
      lateRemovals[lateRemovals.count - 1 - back]()
    case .attach: host.attach()
    case .detach: host.view?.detach()
    case .expose: host.view?.visibleFraction = [0, 0.49, 0.5, 1][Int(step.detail % 4)]
    case .takeSlot:
      host.take(type, for: step.detail % 6 == 5 ? nil : Int(step.detail % 6))
    case .replaceDisplay: host.replaceDisplay(type)
    default: break
    }
  }

  private func playCell(_ step: Step, _ target: Int) {
    let (slot, area) = cells[target % cells.count]
    let picture = Int(step.detail % UInt32(PictureSet.count))
    switch step.kind {
    case .loadCell: load(picture, in: slot, area)
    case .reuseCell:
      area.vacate()
      slot.prepareForReuse()
    case .coverCell:
      if step.detail % 2 == 0 {
        slot.showPlaceholder { area.put($0) }
      } else {
        area.remove(hasHandler: false)
        slot.removePlaceholder()
      }
    case .startTask:
      var request = MediaRequest(url: PictureSet.url(of: picture))
      request.usesMemoryCache = target % 2 == 0
      request.priority = MediaPriority.allCases[target % 5]
      addTask(request, picture: picture)
    default:
      if !tasks.isEmpty { tasks[target % tasks.count].cancel() }
    }
  }

  private func playWorld(_ step: Step, _ target: Int) {
    switch step.kind {
    case .decode: executor.runNext()
    case .turn:
      repeat { goesOn = false } while scheduler.runTurn() && (goesOn || owed > 0)
    case .turns: scheduler.runAll()
    case .advance:
      scheduler.advance(by: .milliseconds([1, 50, 300, 500, 2_000, 61_000][target % 6]))
    case .warnOfMemory: pipeline.handleMemoryWarning()
    case .behave: behavior = Behavior(step.detail)
    default:
      guard !transfers.isEmpty else { return }
      let play = transfers[target % transfers.count]
      switch step.kind {
      case .deliver: play.deliver()
      case .complete: play.complete()
      case .fail:
        countFailure(of: play)
        play.fail()
      default:
        if play.isWhole { return play.complete() }
        countFailure(of: play)
        play.corrupt()
      }
    }
  }

  /// All that is under way ends well, and all that waits is done.
  func comeToRest() {
    behavior = Behavior()
    answerAll()
    // What can be handed over without the network is. Meanwhile a unit may have asked for its next ad.
    for _ in 0..<3 {
      scheduler.advance(by: .milliseconds(301))
      answerAll()
    }
    scheduler.advance(by: .milliseconds(301))
    check()
    for ad in ads where ad.isPending && ad.spec.isLazy {
      report(.handOverFirst, "ad \(ad.number), which is lazy, waits")
    }
    var rounds = 0
    while violation == nil, rounds < 50 {
      rounds += 1
      let isBusy = !transfers.isEmpty || !executor.priorities.isEmpty || scheduler.queued > 0
      for play in transfers where play.transfer.isActive { play.complete() }
      executor.runAll()
      scheduler.runAll()
      check()
      if !isBusy { break }
    }
    scheduler.advance(by: .seconds(61))
    check()
    checkAtRest()
  }

  private func answerAll() {
    while !answers.isEmpty {
      let (host, answer) = answers.removeFirst()
      host.answer(true)
      answer(.success(host.response))
      scheduler.runAll()
    }
  }
}
