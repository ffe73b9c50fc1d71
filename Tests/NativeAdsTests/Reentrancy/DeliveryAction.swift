/// What a program may do with units, binders, landing pages and rewards, at any time and inside any callback.
enum DeliveryAction: WeightedChoice {
  case load, cancel, subscribe, toggleRefreshing, replaceUnit
  case bindUnit, bindAd, unbind, bindView, unbindView, rebuildBinder, replaceCell
  case click, clickAd, comeBack, open, openPrivacyPage, answerPage, answerReward
  case closeOverlay, clickOverlay, changeVisibleFraction, resumeTrackers, breakQueue, loadGroup, forgetAd

  var weight: Int {
    switch self {
    case .load, .bindUnit, .clickAd, .comeBack: 4
    case .click, .answerPage, .answerReward: 3
    default: 1
    }
  }
}
