/// What a program may do with native ads, at any time and inside any callback.
enum ReentrantAction: WeightedChoice {
  case bind, unbind, attach, detach, changeVisibleFraction, replaceView
  case showMediaPlaceholder, showIconPlaceholder, removePlaceholders, changeRemovalHandler, endRemoval
  case retry, warnOfMemory, click, playOrPause, forgetAd
  case load, forgetLoader, loadGroup

  var weight: Int {
    switch self {
    case .bind: 4
    case .load: 2
    default: 1
    }
  }
}

/// What happens next in the world around the program.
enum ReentrantStep: WeightedChoice {
  case act, serve, decode, runTurn, advance

  var weight: Int { self == .act || self == .serve ? 2 : 1 }
}
