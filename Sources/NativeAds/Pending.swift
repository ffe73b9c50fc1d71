import LazyMedia
import Locking
public struct VASTError: Error, Hashable, Sendable, CustomStringConvertible { public var description: String { "" }; static let timedOut = VASTError() }
public struct ResolvedVAST: Sendable { }
public enum VASTOutcome: Sendable {case resolved(ResolvedVAST), failed(VASTError) }
public enum VideoEvent: Sendable { case start }
@MainActor public final class VideoController { }
@MainActor public protocol VideoPlayer {}
final class VASTResolution { struct Limits { var wrappers = 5; var hopTimeout: Duration = .seconds(5) }
 static func start(_ tag: String, through: any Transport, limits: Limits, _ c: @escaping @Sendable (VASTOutcome) -> Void) -> VASTResolution { .init() }
 func cancel() {}}
final class BodyFetch: Sendable { struct Body { var bytes: [UInt8]; var response: TransportResponse }
 init(_ r: TransportRequest, transport: any Transport) {}
 func cancel() {}
 func start(_ c: @escaping @Sendable (Result<Body, TransportError>) -> Void) {}}
