/// The direction in which a layout and its texts run.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// As in English: what leads is on the left.
  case leftToRight
  /// As in Arabic and Hebrew: what leads is on the right.
  case rightToLeft
}
