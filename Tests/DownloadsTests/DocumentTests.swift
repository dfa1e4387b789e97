import Downloads
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.lack)"), .timeLimit(.minutes(5)))
struct `A document` {
  let server: TestServer
  let notices = Notices()

  init() throws { server = try #require(TestServer.shared) }

  private let text = "sequenceNumber=4711\n"

  @Test(arguments: [
    "ok", "drop:5,ok", "reset:5,ok", "busy,503,ok", "short:5,ok", "long:5,ok", "chunked", "unsized", "stall:3:9,ok",
    "open:30",
    "chunked+drop:5,ok",
  ]) func `comes whole or not at all`(script: String) throws {
    let bytes = try Downloader(notices, for: script).document(at: server.address("state.txt", script))
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == text)
    #expect(notices.waits.count == script.split(separator: ",").count - 1)
  }

  @Test func `is nil where there is none`() throws {
    #expect(try Downloader(notices).document(at: server.address("nothing")) == nil)
    #expect(try Downloader(notices).document(at: server.address("state.txt", "503,410")) == nil)
    #expect(try Downloader(notices).document(at: .file(server.folder.path("nothing"))) == nil)
  }

  @Test func `may be empty`() throws {
    #expect(try Downloader(notices).document(at: server.address("empty")) == [])
    #expect(try Downloader(notices).document(at: .file(server.folder.path("empty"))) == [])
  }

  @Test func `has a limit`() throws {
    for address in [server.address("state.txt"), .file(server.folder.path("state.txt"))] {
      #expect(try Downloader(notices).document(at: address, limit: 20)?.count == 20)
      #expect(throws: DownloadError.tooLong(address, limit: 19)) {
        try Downloader(notices).document(at: address, limit: 19)
      }
    }
  }

  @Test func `lies in a folder as well`() throws {
    let server = try Server(self.server.folder.path)
    let bytes = try Downloader(notices).document(at: server.address(of: "state.txt"))
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == text)
  }

  @Test func `that is refused is not waited for`() {
    let address = server.address("state.txt", "403")
    #expect(throws: DownloadError.refused(address, status: 403)) { try Downloader(notices).document(at: address) }
    #expect(notices.waits == [])
  }

  @Test(
    arguments: [
      ("ok", 300_000), ("nohead", 300_000), ("501,ok", 300_000), ("503,ok", 300_000), ("404", nil), ("unsized", nil),
      ("chunked", nil), ("busy,ok", 300_000),
    ] as [(String, Int?)]) func `and any file tells its size`(script: String, size: Int?) throws
  {
    let downloader = Downloader(notices)
    #expect(try downloader.size(of: server.address("x.bin", script)) == size)
    #expect(downloader.bytesTransferred == 0)
  }

  @Test func `and any file of a folder has a size`() throws {
    #expect(try Downloader(notices).size(of: .file(server.folder.path("x.bin"))) == 300_000)
    #expect(try Downloader(notices).size(of: .file(server.folder.path("nothing"))) == nil)
  }

  @Test(
    arguments: [
      ("46341f87c146adf2752d740d089ddefa  x.osm.pbf\n", "46341f87c146adf2752d740d089ddefa"),
      ("46341F87C146ADF2752D740D089DDEFA", "46341f87c146adf2752d740d089ddefa"),
      ("46341f87c146adf2752d740d089ddef  x", nil), ("46341f87c146adf2752d740d089ddefaa  x", nil), ("", nil),
      ("<html>not found</html>", nil), ("zz341f87c146adf2752d740d089ddefa", nil),
    ] as [(String, String?)]) func `may be a checksum`(document: String, sum: String?)
  {
    #expect(md5(inDocument: Array(document.utf8)) == sum)
  }

  /// - Source: RFC 1321, appendix A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ]) func `has the checksum of the standard`(text: String, sum: String) throws {
    let folder = try TemporaryFolder()
    #expect(try md5(ofFile: folder.write("x", text)) == sum)
  }
}
