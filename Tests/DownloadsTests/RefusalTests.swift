import Downloads
import Storage
import TestSupport
import Testing

@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.lack)"), .timeLimit(.minutes(5)))
struct `A download that cannot be` {
  let server: TestServer
  let folder: TemporaryFolder
  let notices = Notices()

  init() throws {
    server = try #require(TestServer.shared)
    folder = try TemporaryFolder()
  }

  private func bring(_ address: Address, md5: String? = nil) throws(DownloadError) {
    _ = try Downloader(notices).file(from: address, to: folder.path("x"), md5: md5)
  }

  @Test(arguments: [400, 401, 403, 405, 407, 409, 451, 304, 300])
  func `is refused at once with the server's status`(status: Int) {
    let address = server.address("x.bin", "\(status)")
    #expect(throws: DownloadError.refused(address, status: status)) { try bring(address) }
    #expect(notices.waits == [])
  }

  @Test(arguments: ["404", "410"]) func `is of a file that is missing`(script: String) {
    let address = server.address("x.bin", script)
    #expect(throws: DownloadError.missing(address)) { try bring(address) }
    #expect(folder.names == [])
  }

  @Test(arguments: ["ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://127.0.0.1/"])
  func `is not redirected to what is no web server`(target: String) {
    let address = server.address("x.bin", TestServer.redirection(to: target))
    #expect(throws: DownloadError.forbidden(target, from: "\(address)")) { try bring(address) }
    #expect(!folder.exists("x"))
  }

  @Test func `is not redirected for ever`() {
    let address = server.address("x.bin", "loop")
    #expect(throws: DownloadError.redirectedTooOften(address, times: 20)) { try bring(address) }
  }

  @Test func `waits for a server no longer than it is patient`() throws {
    let address = server.address("x.bin", "503")
    let start = ContinuousClock.now
    let downloader = Downloader(notices) { $0.patience = 1.5 }
    let error = #expect(throws: DownloadError.self) { try downloader.file(from: address, to: folder.path("x")) }
    guard case .unreachable(address, "the server answered with status 503", let seconds) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(seconds >= 1.5)
    #expect(1.5...60 ~= (ContinuousClock.now - start) / .seconds(1))
    #expect(notices.waits.count > 10)
  }

  @Test func `is patient as long as bytes come`() throws {
    // Each try brings 40,000 bytes and takes a quarter of the patience.
    let address = server.address("x.bin", "stall:40000:9")
    let start = ContinuousClock.now
    _ = try Downloader(notices) { ($0.stallTimeout, $0.patience) = (0.4, 1.6) }
      .file(from: address, to: folder.path("x"))
    #expect(ContinuousClock.now - start > .seconds(2))
    #expect(folder.holds(server.folder, "x.bin"))
  }

  @Test func `waits as long as the server asks for, but not beyond its patience`() throws {
    let address = server.address("x.bin", "429:1,ok")
    let start = ContinuousClock.now
    try bring(address)
    #expect(ContinuousClock.now - start >= .seconds(1))
    let other = server.address("x.bin", "503:3600,ok")
    let error = #expect(throws: DownloadError.self) { try bring(other) }
    #expect("\(try #require(error))".contains("status 503 and asks for a pause of 3600 s"))
  }

  @Test(arguments: ["http://127.0.0.1:9/x", "http://maps.invalid/x"])
  func `waits for a server that is not there`(url: String) throws {
    let downloader = Downloader(notices) { $0.patience = 0.3 }
    let error = #expect(throws: DownloadError.self) { try downloader.file(from: .web(url), to: folder.path("x")) }
    guard case .unreachable(.web(url), _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(notices.waits.count > 1)
  }

  @Test(arguments: ["http://", "http://[", "ftp://127.0.0.1/x", "http://127.0.0.1:99999/"])
  func `has an address that is none`(url: String) throws {
    let error = #expect(throws: DownloadError.self) { try bring(.web(url)) }
    guard case .impossible(.web(url), _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `is brought anew once when its checksum is wrong`() throws {
    let right = try md5(ofFile: server.folder.path("x.bin"))
    let address = server.address("x.bin", "damage,ok")
    try bring(address, md5: right.uppercased())
    #expect(folder.holds(server.folder, "x.bin"))
    #expect(notices.restarts.count == 1)
  }

  @Test func `is refused when its checksum is wrong twice`() throws {
    let right = try md5(ofFile: server.folder.path("x.bin"))
    let address = server.address("x.bin", "damage,drop:7000,damage,ok")
    let error = #expect(throws: DownloadError.self) { try bring(address, md5: right) }
    guard case .wrongChecksum(address, right, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.count == 32 && found != right)
    #expect(folder.names == [])
  }

  @Test func `takes bytes of an earlier one for whole only with the right checksum`() throws {
    let right = try md5(ofFile: server.folder.path("x.bin"))
    for (bytes, transferred) in [(server.folder.bytes("x.bin"), 0), (noise(300_000, seed: 9), 300_000)] {
      let address = server.address("x.bin")
      try folder.write("x.part", try #require(bytes))
      try folder.write("x.part.json", "{\"source\":\"\(address)\",\"size\":300000}")
      let receipt = try Downloader(notices).file(from: address, to: folder.path("x"), md5: right)
      #expect(receipt.bytesTransferred == transferred)
      #expect(folder.holds(server.folder, "x.bin"))
    }
  }

  @Test func `is brought twice at most, besides what an earlier one left`() throws {
    let right = try md5(ofFile: server.folder.path("x.bin"))
    let address = server.address("x.bin", "damage,ok")
    try folder.write("x.part", noise(300_000, seed: 9))
    try folder.write("x.part.json", "{\"source\":\"\(address)\",\"size\":300000}")
    try bring(address, md5: right)
    #expect(folder.holds(server.folder, "x.bin"))
    #expect(notices.restarts.count == 2)
  }

  @Test func `finds another version at each request`() throws {
    let script =
      "version:B+drop:100,drop:100,version:B+drop:100,drop:100,version:B+drop:100,drop:100,version:B+drop:100"
    let address = server.address("x.bin", script)
    #expect(throws: DownloadError.changing(address, versions: 6)) { try bring(address) }
  }

  @Test func `does not fit on the disk`() throws {
    let address = server.address("x.bin", "long:1000000000000000")
    let error = #expect(throws: DownloadError.self) { try bring(address) }
    guard case .diskFull(folder.path("x"), 1_000_000_000_300_000, let free) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(1...1_000_000_000_000_000 ~= free)
    #expect(folder.names == [])
  }

  @Test func `has no place to go`() throws {
    let address = server.address("x.bin")
    let missing = folder.path("nowhere/x")
    #expect(throws: DownloadError.storage(.system(path: missing + ".part", call: "create", code: 2))) {
      try Downloader(notices).file(from: address, to: missing)
    }
    #expect(throws: DownloadError.storage(.system(path: folder.path, call: "replace", code: 21))) {
      try Downloader(notices).file(from: address, to: folder.path)
    }
    #expect(try server.requests(to: address).isEmpty)
  }

  @Test(arguments: ["slow:10000", "stall:100:30", "503"]) func `is stopped within a moment`(script: String) throws {
    let start = ContinuousClock.now
    let downloader = Downloader(.brisk) { ContinuousClock.now - start > .seconds(0.15) }
    #expect(throws: DownloadError.stopped) {
      try downloader.file(from: server.address("x.bin", script), to: folder.path("x"))
    }
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(!folder.exists("x"))
  }

  @Test func `answers with what is no HTTP`() {
    let address = server.address("x.bin", "garbage")
    let error = #expect(throws: DownloadError.self) { try bring(address) }
    #expect(error.map { "\($0)".contains("HTTP/0.9") } == true)
  }
}
