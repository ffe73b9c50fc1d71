import Glibc
import OriginServer
import Testing

@testable import MediaTransport

@Suite struct ProxyTests {
  @Test func proxyIsAskedForTheWholeURL() throws {
    let proxy = try OriginServer()
    proxy.route("/path", OriginResponse(bytes: [1, 2]))
    let transport = HTTPTransport.forTests { $0.proxy = proxy.baseURL }
    let record = transport.fetch("http://nobody.invalid/path")
    #expect(record.bytes == [1, 2])
    #expect(proxy.statistics.recorded.first?.target == "http://nobody.invalid/path")
  }

  @Test func proxyThatIsNotThereIsAnError() throws {
    let port = try OriginServer().port
    let transport = HTTPTransport.forTests { $0.proxy = "http://127.0.0.1:\(port)" }
    let error = try #require(transport.fetch("http://nobody.invalid/") { $0.retryPolicy = .never }.error)
    #expect(error.code == .connectionFailed)
    #expect(error.phase == .connect)
  }

  @Test func proxyThatRefusesATunnelIsAnErrorWithItsStatus() throws {
    let proxy = try OriginServer()
    let transport = HTTPTransport.forTests { $0.proxy = proxy.baseURL }
    let error = try #require(transport.fetch("https://nobody.invalid/").error)
    #expect(error.code == .connectionFailed)
    #expect(error.phase == .connect)
    #expect((400..<500).contains(error.status ?? 0))
    #expect(error.attempt == 1)
  }

  // The environment is the process's: a process of its own.
  @Test func proxyComesFromTheEnvironmentUnlessNoneIsWanted() async {
    await #expect(processExitsWith: .success) {
      let proxy = try OriginServer()
      let origin = try OriginServer()
      proxy.route("/a", OriginResponse(bytes: [1]))
      origin.route("/a", OriginResponse(bytes: [2]))
      setenv("http_proxy", proxy.baseURL, 1)
      unsetenv("no_proxy")
      unsetenv("NO_PROXY")
      let byEnvironment = HTTPTransport.forTests { $0.proxy = nil }.fetch(origin.url("/a"))
      let without = HTTPTransport.forTests { $0.proxy = "" }.fetch(origin.url("/a"))
      exit(byEnvironment.bytes == [1] && without.bytes == [2] ? 0 : 1)
    }
  }
}
