import Downloads
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct `A file of a folder` {
  let folder: TemporaryFolder
  let notices = Notices()
  static let bytes = {
    var bytes = [UInt8](repeating: 7, count: 20_000_000)
    for (index, byte) in noise(20_000, seed: 3).enumerated() { bytes[index * 1000] = byte }
    return bytes
  }()
  var bytes: [UInt8] { Self.bytes }
  let source: Address

  init() throws {
    folder = try TemporaryFolder()
    source = .file(try folder.write("server/x.bin", Self.bytes))
  }

  @Test func `is copied and checked`() throws {
    let sum = try md5(ofFile: folder.path("server/x.bin"))
    let downloader = Downloader(notices)
    let receipt = try downloader.file(from: source, to: folder.path("x"), md5: sum)
    #expect(receipt == Receipt(size: bytes.count, bytesTransferred: bytes.count, md5: sum))
    #expect(downloader.bytesTransferred == bytes.count)
    #expect(folder.holds(folder, "server/x.bin"))
    #expect(folder.names == ["server", "x"])
    #expect(notices.progress.last?.received == bytes.count)
  }

  @Test func `may be empty`() throws {
    let address = Address.file(try folder.write("server/empty", ""))
    #expect(try Downloader(notices).file(from: address, to: folder.path("x")).size == 0)
    #expect(folder.bytes("x") == [])
  }

  @Test func `is copied twice and then refused if its checksum is wrong`() throws {
    let wrong = String(repeating: "0", count: 32)
    let found = try md5(ofFile: folder.path("server/x.bin"))
    #expect(throws: DownloadError.wrongChecksum(source, expected: wrong, found: found)) {
      try Downloader(notices).file(from: source, to: folder.path("x"), md5: wrong)
    }
    #expect(notices.restarts.count == 1)
    #expect(folder.names == ["server"])
  }

  @Test func `is copied on behind what is there`() throws {
    let stop = Atomic(false)
    let downloader = Downloader(.brisk) {
      stop.load(ordering: .relaxed)
    } tell: { _ in
      stop.store(true, ordering: .relaxed)
    }
    #expect(throws: DownloadError.stopped) { try downloader.file(from: source, to: folder.path("x")) }
    let before = try #require(folder.bytes("x.part")).count
    #expect(1..<bytes.count ~= before)
    let receipt = try Downloader(notices).file(from: source, to: folder.path("x"))
    #expect(receipt.bytesTransferred == bytes.count - before)
    #expect(notices.resumptions == [before])
    #expect(folder.holds(folder, "server/x.bin"))
  }

  @Test func `is copied anew if it has changed since`() throws {
    try folder.write("x.part", Array(bytes[..<1000]))
    try folder.write("x.part.json", "{\"source\":\"\(source)\",\"entityTag\":\"1-2-3\",\"size\":20000000}")
    let receipt = try Downloader(notices).file(from: source, to: folder.path("x"))
    #expect(receipt.bytesTransferred == bytes.count)
    #expect(notices.restarts.count == 1)
    #expect(folder.holds(folder, "server/x.bin"))
  }

  @Test func `is missed with its path`() {
    let address = Address.file(folder.path("nothing"))
    #expect(throws: DownloadError.missing(address)) {
      try Downloader(notices).file(from: address, to: folder.path("x"))
    }
    #expect("\(DownloadError.missing(address))".hasPrefix(folder.path("nothing") + ": there is no such file"))
  }

  @Test func `is no folder and no pipe`() throws {
    #expect(unsafe mkfifo(folder.path("pipe"), 0o600) == 0)
    for name in ["server", "pipe"] {
      let error = #expect(throws: DownloadError.self) {
        try Downloader(notices).file(from: .file(folder.path(name)), to: folder.path("x"))
      }
      guard case .storage = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }
}
