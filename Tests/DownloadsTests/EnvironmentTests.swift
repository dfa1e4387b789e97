import Downloads
import Foundation
import TestSupport
import Testing

/// One run of `fetch`, beside these tests.
private struct FetchRun {
  let exitCode: Int32
  let output: String
  let errors: String

  init(_ arguments: String..., variables: [String: String] = [:]) throws {
    let process = Process.fetch(arguments, variables: variables)
    let folder = try TemporaryFolder()
    let files = try ["out", "err"].map { name in
      try FileHandle(forUpdating: URL(filePath: folder.write(name, "")))
    }
    (process.standardOutput, process.standardError) = (files[0], files[1])
    try process.run()
    process.waitUntilExit()
    exitCode = process.terminationStatus
    output = try folder.text("out")
    errors = try folder.text("err")
  }
}

extension Process {
  /// `fetch`, ready to run, with a little patience and without the tests' proxies.
  static func fetch(_ arguments: [String], variables: [String: String] = [:]) -> Process {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let here = bundle ?? URL(filePath: CommandLine.arguments[0])
    let process = Process()
    process.executableURL = here.deletingLastPathComponent().appending(path: "fetch")
    process.arguments = arguments
    let own = ProcessInfo.processInfo.environment.filter { !$0.key.lowercased().hasSuffix("_proxy") }
    let settings = ["FETCH_STALL": "5", "FETCH_PATIENCE": "1", "FETCH_PAUSE": "0.01"]
    process.environment = own.merging(settings) { $1 }.merging(variables) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}

@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.lack)"), .timeLimit(.minutes(5)))
struct `The environment` {
  let server: TestServer

  init() throws { server = try #require(TestServer.shared) }

  @Test func `names a proxy, which is asked for files of all hosts`() throws {
    let run = try FetchRun("http://maps.invalid/", "state.txt", variables: ["http_proxy": server.url])
    #expect(run.output == "sequenceNumber=4711\n")
  }

  @Test func `names hosts that need no proxy`() throws {
    let variables = ["http_proxy": "http://127.0.0.1:9", "no_proxy": "localhost,127.0.0.1"]
    #expect(try FetchRun(server.url, "state.txt", variables: variables).output == "sequenceNumber=4711\n")
    #expect(try FetchRun(server.url, "state.txt", variables: ["http_proxy": "http://127.0.0.1:9"]).exitCode == 1)
  }

  @Test func `names a proxy for https, which may refuse`() throws {
    let run = try FetchRun("https://maps.invalid/", "state.txt", variables: ["https_proxy": server.url])
    #expect(
      run.errors
        == "https://maps.invalid/state.txt: the proxy answered 403. Look at https_proxy, http_proxy and no_proxy "
        + "in the environment.\n")
  }

  @Test func `has names and passwords in .netrc`() throws {
    let home = try TemporaryFolder()
    let reference = server.path("state.txt", "auth:kim:secret").dropFirst(server.url.count)
    let without = try FetchRun(server.url, String(reference), variables: ["HOME": home.path])
    #expect(without.errors.contains("wants a name and a password (status 401). Put them into ~/.netrc."))
    try home.write(".netrc", "machine 127.0.0.1 login kim password secret\n")
    let with = try FetchRun(server.url, String(reference), variables: ["HOME": home.path])
    #expect(with.output == "sequenceNumber=4711\n", "\(with.errors)")
  }

  @Test func `has names and passwords in addresses, which are not told`() throws {
    let folder = try TemporaryFolder()
    let address = server.url.replacing("//", with: "//kim:secret@")
    let reference = server.path("x.bin", "auth:kim:secret+drop:10000,404").dropFirst(server.url.count)
    let run = try FetchRun(address, String(reference), folder.path("x"))
    #expect(run.errors.contains("asking again"))
    #expect(!run.errors.contains("secret@") && run.errors.contains(server.url))
    #expect(try !folder.text("x.part.json").contains("secret@"))
    let facts = try FileManager.default.attributesOfItem(atPath: folder.path("x.part.json"))
    #expect((facts[.posixPermissions] as? Int) == 0o600)
  }

  @Test(arguments: [("http://nowhere.invalid/", ""), ("https://maps.example/", "http://nowhere.invalid:9")])
  func `in which a name leads nowhere is not waited for as long as a server that is down`(
    address: String, proxy: String
  ) throws {
    let start = ContinuousClock.now
    let variables = ["FETCH_PATIENCE": "600", "FETCH_NAMES": "1", "https_proxy": proxy]
    let run = try FetchRun(address, "state.txt", variables: variables)
    #expect(run.exitCode == 1 && run.errors.contains("asking again") && run.errors.contains("no progress for"))
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `does not give a password to another host`() throws {
    let home = try TemporaryFolder()
    try home.write(".netrc", "machine 127.0.0.1 login kim password secret\n")
    let other = server.path("state.txt").replacing("127.0.0.1", with: "localhost")
    guard case .web(let url) = server.address("latest", TestServer.redirection(to: other)) else { return }
    let run = try FetchRun(server.url, String(url.dropFirst(server.url.count)), variables: ["HOME": home.path])
    #expect(run.output == "sequenceNumber=4711\n")
    let asked = try server.requests(to: .web(other.replacing("localhost", with: "127.0.0.1")))
    #expect(asked.map { $0.headers["authorization"] } == [nil])
    #expect(try server.requests(to: .web(url)).map { $0.headers["authorization"] != nil } == [true])
  }

  @Test func `may lack the network library, without which folders can still be read`() throws {
    let folder = try TemporaryFolder()
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { try folder.write(name, "no library") }
    let web = try FetchRun(server.url, "state.txt", variables: ["LD_LIBRARY_PATH": folder.path])
    #expect(
      web.errors
        == "the network cannot be used: libcurl.so.4 is not there. Install libcurl (Debian: sudo apt-get install "
        + "libcurl4), or name a folder as the server.\n")
    let local = try FetchRun(server.folder.path, "state.txt", variables: ["LD_LIBRARY_PATH": folder.path])
    #expect(local.output == "sequenceNumber=4711\n")
  }

  /// A server with a certificate that nobody has signed.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not there"))
  func `has certificates, without which no server is trusted`() throws {
    let folder = try TemporaryFolder()
    let maker = Process()
    maker.executableURL = URL(filePath: "/usr/bin/openssl")
    maker.arguments =
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
      + ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder.path("key"), "-out", folder.path("cert")]
    maker.standardError = FileHandle.nullDevice
    try maker.run()
    maker.waitUntilExit()
    let secure = try TestServer("--tls", folder.path("cert"), folder.path("key"))
    try secure.folder.write("state.txt", "secure\n")
    let run = try FetchRun(secure.url, "state.txt")
    #expect(run.errors.hasPrefix("\(secure.url)state.txt: the server cannot be trusted: "))
    #expect(
      try FetchRun(secure.url, "state.txt", variables: ["CURL_CA_BUNDLE": folder.path("cert")]).output == "secure\n")
    try secure.folder.write("x.bin", noise(300_000, seed: 1))
    let reference = "x.bin?script=reset:1000,busy,drop:100000,ok"
    let file = try FetchRun(secure.url, reference, folder.path("x"), variables: ["CURL_CA_BUNDLE": folder.path("cert")])
    #expect(file.exitCode == 0, "\(file.errors)")
    #expect(folder.bytes("x") == noise(300_000, seed: 1))
    let insecure = "state.txt?script=" + TestServer.redirection(to: server.path("state.txt"))
    let redirected = try FetchRun(secure.url, insecure, variables: ["CURL_CA_BUNDLE": folder.path("cert")])
    #expect(redirected.errors.contains("which is not followed: only https is, and http from http."))
  }
}
