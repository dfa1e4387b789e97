import TestSupport
import Testing

@testable import Dispatching

@Suite struct `The settings of a dispatcher` {
  @Test(arguments: [
    "", "desk.example", "ftp://desk.example", "https://", "https:///v1", "https://desk.example/v1?x=1",
    "https://desk.example/#a", "https://desk.example/a b", "https://desk.example/é", "https://desk.example\n",
  ]) func `refuse an address that is none`(base: String) {
    let error = #expect(throws: DispatchError.self) { try DispatchSettings(base: base, spoolPath: "x") }
    #expect(error?.description.hasPrefix("the dispatcher's address: ") == true)
  }

  @Test func `refuse a password in the address, and do not repeat it`() {
    let error = #expect(throws: DispatchError.self) {
      try DispatchSettings(base: "https://kim:s3cret@desk.example", spoolPath: "x")
    }
    #expect(error?.description.contains("--dispatcher-auth") == true && error?.description.contains("s3cret") == false)
  }

  @Test func `refuse what else makes no sense`() throws {
    for interval in [0, -1, 1e9, .nan] {
      #expect(throws: DispatchError.self) {
        try DispatchSettings(base: "https://desk.example", spoolPath: "x", pollInterval: interval)
      }
    }
    #expect(throws: DispatchError.self) { try DispatchSettings(base: "https://desk.example", spoolPath: "") }
    #expect(throws: DispatchError.self) {
      try DispatchSettings(base: "https://desk.example", spoolPath: "x", certificates: "/no/such/file")
    }
    #expect(try DispatchSettings(base: "https://desk.example/v1//", spoolPath: "x").base == "https://desk.example/v1")
  }

  @Test func `warn of a token without encryption`() throws {
    let token = try Credential("abc", from: "x")
    func warning(_ base: String, _ credential: Credential?) throws -> String? {
      try DispatchSettings(base: base, spoolPath: "x", credential: credential).warning
    }
    #expect(try warning("http://desk.example", token)?.contains("without encryption") == true)
    #expect(try warning("http://desk.example", nil) == nil)
    #expect(try warning("https://desk.example", token) == nil)
    #expect(try warning("http://localhost:80/v1", token) == nil)
  }

  @Test(arguments: [
    ("abc", "Authorization: Bearer abc"), (" abc \r\n\n", "Authorization: Bearer abc"),
    ("Authorization: Basic YTpi", "Authorization: Basic YTpi"), ("X-Key:  k e y\n", "X-Key: k e y"),
  ]) func `take a token or a header`(text: String, header: String) throws {
    #expect(try Credential(text, from: "auth").header == header)
  }

  @Test(arguments: ["", "\n", "a b", "a\nb", "X-Key:", ": x", "é", "Host: x", "a\u{0}b", "X Y: z"])
  func `refuse what is neither, and do not repeat it`(text: String) {
    let error = #expect(throws: DispatchError.self) { try Credential(text, from: "auth") }
    #expect(error?.description.hasPrefix("auth: ") == true)
  }

  @Test func `take the file before the environment`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("auth", "X-Key: k\n")
    let environment = [Credential.variable: "t"]
    #expect(try Credential.find(file: path, environment: environment)?.header == "X-Key: k")
    #expect(try Credential.find(file: nil, environment: environment)?.header == "Authorization: Bearer t")
    #expect(try Credential.find(file: nil, environment: [:]) == nil)
    #expect(throws: DispatchError.self) { try Credential.find(file: folder.path("none"), environment: environment) }
  }

  @Test func `never show the secret`() throws {
    let credential = try Credential("Authorization: Basic c2VjcmV0OnRleHQ=", from: "x")
    var dumped = ""
    dump(credential, to: &dumped)
    #expect(!"\(credential) \(String(reflecting: credential)) \(dumped)".contains("c2Vj"))
    #expect(credential.hidden(in: "you sent c2VjcmV0OnRleHQ= and Basic c2VjcmV0OnRleHQ=") == "you sent … and …")
  }
}

@Suite struct `A pause after failures` {
  @Test func `doubles up to the longest, less a random part`() throws {
    let settings = try DispatchSettings(base: "http://desk.example", spoolPath: "x")
    var backOff = BackOff(settings)
    for whole in [1.0, 2, 4, 8, 16, 32, 60, 60, 60] {
      let pause = backOff.pause(wanted: nil)
      #expect(whole / 2 <= pause && pause <= whole)
    }
    backOff.reset()
    #expect(backOff.pause(wanted: nil) <= 1)
    #expect(backOff.pause(wanted: 500) == 500)
    #expect(backOff.pause(wanted: 1e12) == 86_400)
  }
}

@Suite struct `A redirection` {
  @Test(arguments: [
    ("http://a/x", "http://a/y", true), ("http://a/x", "http://a:80/y", true), ("http://a:8080/x", "http://a/y", false),
    ("http://a/x", "http://b/y", false), ("http://a/x", "https://a/y", true),
    ("http://a:8080/", "https://a:8443/y", true),
    ("https://a/x", "http://a/y", false), ("https://a/x", "https://A/y", true), ("https://a/", "https://a.b/", false),
    ("https://a/", "https://a@b/", false), ("https://a/", "https://b\\@a/", false),
    ("http://[::1]:1/", "https://[::1]/", true),
    ("http://[::1]/", "https://[::2]/", false), ("http://a/", "ftp://a/", false),
  ]) func `is followed on the same host alone`(from: String, to: String, isSame: Bool) {
    #expect(isSameHost(to, as: from) == isSame)
  }
}
