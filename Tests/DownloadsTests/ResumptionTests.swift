import Downloads
import TestSupport
import Testing

@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.lack)"), .timeLimit(.minutes(5)))
struct `A download` {
  let server: TestServer
  let folder: TemporaryFolder
  let notices = Notices()

  init() throws {
    server = try #require(TestServer.shared)
    folder = try TemporaryFolder()
  }

  /// What befalls the requests; how many bytes come more than the file has; where it goes on.
  @Test(
    arguments: [
      ("ok", 0, []),
      ("drop:1000,ok", 0, [1000]),
      ("slow:400000+drop:70000,503,429,ok", 0, [70_000]),
      ("drop:1000,drop:2000,drop:3000,ok", 0, [1000, 3000, 6000]),
      ("stall:500:30,ok", 0, [500]),
      ("busy,500,502,504,408,425,ok", 0, []),
      ("long:1000,ok", 0, []),
      ("short:1000,ok", 0, []),
      ("drop:200,long:1000,ok", 0, [200]),
      ("drop:200,short:1000,ok", 0, [200]),
      ("short:1000+drop:299500,ok", 0, [299_500]),
      ("chunked", 0, []),
      ("chunked+drop:40000,ok", 0, [40_000]),
      ("unsized", 0, []),
      ("open:30", 0, []),
      ("undated+drop:4000,undated+drop:5000,ok", 0, [4000, 9000]),
      ("weak+drop:4000,weak,ok", 0, [4000]),
      ("drop:1000,whole", 1000, []),
      ("drop:1000,shift:7,ok", 1000, []),
      ("drop:1000,multipart,ok", 1000, []),
      ("untagged+drop:1000,ok", 1000, []),
      ("version:B+drop:1000,ok", 1000, []),
      ("version:B+drop:1000,unconditional", 1000, []),
      ("version:B+untagged+drop:1000,untagged", 1000, []),
    ] as [(String, Int, [Int])])
  func `brings every byte, whatever befalls it`(script: String, excess: Int, resumptions: [Int]) throws {
    let address = server.address("x.bin", script)
    let downloader = Downloader(notices, for: script)
    let receipt = try downloader.file(from: address, to: folder.path("x"))
    #expect(folder.holds(server.folder, "x.bin"))
    #expect(folder.names == ["x"])
    #expect(
      receipt == Receipt(size: 300_000, bytesTransferred: 300_000 + excess, md5: try md5(ofFile: folder.path("x"))))
    #expect(downloader.bytesTransferred == receipt.bytesTransferred)
    #expect(notices.resumptions == resumptions)
    #expect(notices.restarts.isEmpty == (excess == 0))
  }

  @Test func `is resumed by the next one behind what is there, and told so`() throws {
    let address = server.address("x.bin", "slow:400000+drop:90000,404,ok")
    #expect(throws: DownloadError.missing(address)) {
      try Downloader(notices).file(from: address, to: folder.path("x"))
    }
    #expect(folder.names == ["x.part", "x.part.json"])
    let receipt = try Downloader(notices).file(from: address, to: folder.path("x"))
    #expect(receipt.bytesTransferred == 210_000)
    #expect(folder.holds(server.folder, "x.bin"))
    #expect(notices.resumptions == [90_000])
    let ranges = try server.requests(to: address).map { $0.headers["range"] }
    #expect(ranges == [nil, "bytes=90000-", "bytes=90000-"])
  }

  @Test(arguments: [
    ("", "bytes of nothing that is known"),
    ("{\"source\":\"http://127.0.0.1/other\",\"size\":300000}", "bytes of another address"),
    ("{\"source\":\"", "half a record"),
    ("{\"source\":\"SOURCE\",\"size\":10}", "more bytes than the whole"),
  ]) func `begins anew where its bytes are of no use`(record: String, what: String) throws {
    let address = server.address("x.bin")
    try folder.write("x.part", noise(1000, seed: 5))
    try folder.write("x.part.json", record.replacing("SOURCE", with: "\(address)"))
    let receipt = try Downloader(notices).file(from: address, to: folder.path("x"))
    #expect(receipt.bytesTransferred == 300_000, "\(what)")
    #expect(folder.holds(server.folder, "x.bin"))
  }

  @Test func `replaces an older file only when it is whole`() throws {
    try folder.write("x", "older")
    let address = server.address("x.bin", "drop:1000,403,ok")
    #expect(throws: DownloadError.refused(address, status: 403)) {
      try Downloader(notices).file(from: address, to: folder.path("x"))
    }
    #expect(try folder.text("x") == "older")
    _ = try Downloader(notices).file(from: address, to: folder.path("x"))
    #expect(folder.holds(server.folder, "x.bin"))
  }

  @Test func `tells how far it is`() throws {
    let address = server.address("x.bin", "slow:2000000+drop:100000,slow:2000000")
    _ = try Downloader(notices).file(from: address, to: folder.path("x"))
    let progress = notices.progress
    #expect(progress.count > 5)
    #expect(progress.allSatisfy { $0.total == 300_000 })
    #expect(zip(progress, progress.dropFirst()).allSatisfy { $0.received <= $1.received })
    #expect(progress.last?.received == 300_000)
  }

  @Test func `brings an empty file`() throws {
    let receipt = try Downloader(notices).file(from: server.address("empty"), to: folder.path("x"))
    #expect(receipt == Receipt(size: 0, bytesTransferred: 0, md5: "d41d8cd98f00b204e9800998ecf8427e"))
    #expect(folder.bytes("x") == [])
  }

  @Test func `goes where it is redirected`() throws {
    let target = server.path("x.bin", "drop:1000,ok")
    let address = server.address("latest.bin", TestServer.redirection(to: target))
    _ = try Downloader(notices).file(from: address, to: folder.path("x"))
    #expect(folder.holds(server.folder, "x.bin"))
    #expect(notices.resumptions == [1000])
  }

  @Test func `says which program asks, and asks for plain bytes`() throws {
    let address = server.address("x.bin")
    _ = try Downloader(notices) { $0.userAgent = "tracemill/1.2.3" }.file(from: address, to: folder.path("x"))
    let headers = try #require(try server.requests(to: address).first?.headers)
    #expect(headers["user-agent"] == "tracemill/1.2.3")
    #expect(headers["accept-encoding"] == "identity")
  }

  @Test func `takes no more bytes a second than it may`() throws {
    let start = ContinuousClock.now
    _ = try Downloader(notices) { $0.speedLimit = 600_000 }.file(from: server.address("x.bin"), to: folder.path("x"))
    #expect(ContinuousClock.now - start > .seconds(0.5))
    #expect(folder.holds(server.folder, "x.bin"))
  }
}
