import LazyMedia
public struct VASTError: Error, Hashable, Sendable, CustomStringConvertible { public var description: String { "" } }
public struct ResolvedVAST: Sendable { }
public enum VideoEvent: Sendable { case start }
@MainActor public final class VideoController { }
public struct MediaFile: Sendable {}
@MainActor public protocol VideoPlayer {}
extension OpenRTBNative {
  var title: String? { nil }
  var icon: Image? { nil }
  var mainImage: Image? { nil }
  func text(of: DataType) -> String? { nil }
}
