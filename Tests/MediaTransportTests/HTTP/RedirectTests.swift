import OriginServer
import Testing

@testable import MediaTransport

@Suite struct RedirectTests {
  private let origin: OriginServer
  private let transport = HTTPTransport.forTests()

  init() throws {
    origin = try OriginServer()
    origin.route("/end", OriginResponse(bytes: [1, 2, 3]))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectIsFollowedOnTheSameConnection(status: Int) {
    origin.route("/a", .redirect(to: "/end?x=1", status: status))
    let record = transport.fetch(origin.url("/a"))
    #expect(record.bytes == [1, 2, 3])
    #expect(record.responses.map(\.status) == [200])
    #expect(record.responses.first?.effectiveURL == origin.url("/end?x=1"))
    #expect(record.summary?.attempts == 1)
    #expect(origin.statistics.connectionsOpened == 1)
  }

  @Test func fiveRedirectsAreFollowedAndSixAreNot() throws {
    for hop in 1...6 { origin.route("/\(hop)", .redirect(to: hop == 6 ? "/end" : "/\(hop + 1)")) }
    #expect(transport.fetch(origin.url("/2")).bytes == [1, 2, 3])
    let error = try #require(transport.fetch(origin.url("/1")).error)
    #expect(error.code == .tooManyRedirects)
    #expect(error.status == 302)
    #expect(error.phase == .headers)
  }

  @Test func loopOfRedirectsEnds() {
    origin.route("/a", .redirect(to: "/b"))
    origin.route("/b", .redirect(to: "/a"))
    #expect(transport.fetch(origin.url("/a")).error?.code == .tooManyRedirects)
    #expect(origin.statistics.requests == 6)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/a", "data:,x", "javascript:alert(1)", "gopher://127.0.0.1/",
  ])
  func redirectNeverLeavesHTTP(location: String) throws {
    origin.route("/a", .redirect(to: location))
    let transport = HTTPTransport.forTests { $0.allowsLocalSources = true }
    let record = transport.fetch(origin.url("/a"))
    let error = try #require(record.error)
    #expect(error.code == .schemeNotAllowed)
    #expect(error.status == 302)
    #expect(error.url == origin.url("/a"))
    #expect(record.bytes.isEmpty)
    #expect(origin.statistics.requests == 1)
  }

  @Test(arguments: ["http://", "http://a:99999/", "http://[::1/"])
  func redirectToNonsenseIsAnError(location: String) {
    origin.route("/a", .redirect(to: location))
    #expect(transport.fetch(origin.url("/a")).error?.code == .invalidURL)
  }

  @Test func redirectWithoutATargetIsABadStatus() {
    origin.route("/a", .status(302))
    origin.route("/b", .status(304))
    #expect(transport.fetch(origin.url("/a")).error?.status == 302)
    #expect(transport.fetch(origin.url("/a")).error?.code == .badStatus)
    #expect(transport.fetch(origin.url("/b")).error?.code == .badStatus)
  }

  @Test func credentialsStayWithTheirHost() throws {
    let other = try OriginServer()
    other.route("/end", OriginResponse(bytes: [4]))
    origin.route("/here", .redirect(to: "/end"))
    origin.route("/there", .redirect(to: other.url("/end")))
    let fields = [HTTPField("authorization", "secret"), HTTPField("Cookie", "c"), HTTPField("X-Kept", "k")]
    _ = transport.fetch(origin.url("/here")) { $0.headers = fields }
    #expect(origin.statistics.recorded.last?.value(of: "Authorization") == "secret")
    #expect(transport.fetch(origin.url("/there")) { $0.headers = fields }.bytes == [4])
    let request = other.statistics.recorded.first
    #expect(request?.value(of: "Authorization") == nil)
    #expect(request?.value(of: "Cookie") == nil)
    #expect(request?.value(of: "X-Kept") == "k")
  }

  @Test func userAndPasswordStayWithTheirHost() throws {
    let other = try OriginServer()
    other.route("/end", OriginResponse(bytes: [4]))
    origin.route("/there", .redirect(to: other.url("/end")))
    let base = origin.baseURL.replacing("http://", with: "http://user:secret@")
    #expect(transport.fetch(base + "/there").bytes == [4])
    #expect(other.statistics.recorded.first?.value(of: "Authorization") == nil)
  }

  @Test func bodyOfARedirectIsNeitherDeliveredNorAwaited() {
    let gate = OriginGate()
    var response = OriginResponse(bytes: OriginResponse.pattern(10_000))
    response.status = 302
    response.fields = [OriginField("Location", "/end")]
    response.bodyGates = [OriginBodyGate(after: 100, gate)]
    origin.route("/held", response)
    response.body = .bytes([UInt8](repeating: 7, count: 5_000_000))
    response.bodyGates = []
    origin.route("/large", response)
    #expect(transport.fetch(origin.url("/held")).bytes == [1, 2, 3])
    #expect(transport.fetch(origin.url("/large")).bytes == [1, 2, 3])
    gate.open()
  }

  @Test func failureAfterARedirectIsTriedAgainFromTheStart() {
    origin.route("/a", .redirect(to: "/b"))
    origin.route("/b", sequence: [.status(503), OriginResponse(bytes: [9])])
    let record = transport.fetch(origin.url("/a"))
    #expect(record.bytes == [9])
    #expect(record.summary?.attempts == 2)
    #expect(origin.statistics.recorded.map(\.path) == ["/a", "/b", "/a", "/b"])
  }
}
