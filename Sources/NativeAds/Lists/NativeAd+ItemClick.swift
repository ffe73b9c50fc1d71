import LazyMedia

extension NativeAd {
  /// The item of a list that shows the ad was clicked, or chosen by the keyboard: tells the list's program, or else performs
  /// the click, with the link of the part that was hit, where that has one.
  package func itemWasClicked(
    at index: Int, _ role: CardElement.Role?,
    onClick: (@MainActor (_ ad: NativeAd, _ index: Int, _ role: CardElement.Role?) -> Void)?,
    onAdChoices: (@MainActor (_ ad: NativeAd) -> Void)?
  ) {
    if role == .adChoices {
      if let onAdChoices { return onAdChoices(self) }
      return openPrivacyPage()
    }
    if let onClick { return onClick(self, index, role) }
    receiveClick(on: role?.component)
  }
}
