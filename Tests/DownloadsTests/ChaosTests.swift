import Downloads
import Foundation
import RandomNumbers
import Storage
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.lack)"), .timeLimit(.minutes(5)))
struct `Downloads in chaos` {
  /// Runs a test in many threads: most of the time it waits for a server.
  private func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 16
    for index in 0..<count { queue.addOperation { body(index) } }
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test func `bring all bytes of 200 files`() throws {
    let chaos = "drop,lie,500,503,429,stall,whole,shift,chunked,busy"
    let server = try TestServer("--chaos", chaos, "--share", "0.5", "--seed", "15")
    let folder = try TemporaryFolder()
    let failures = Mutex<[String]>([])
    let waits = Atomic(0)
    for index in 0..<200 { try server.folder.write("\(index)", noise(1 << (index % 18), seed: UInt64(index))) }
    concurrently(200) { index in
      let notices = Notices()
      do {
        let downloader = Downloader(notices) { $0.stallTimeout = 0.5 }
        let sum = index % 2 == 0 ? try md5(ofFile: server.folder.path("\(index)")) : nil
        _ = try downloader.file(from: .web(server.url + "\(index)"), to: folder.path("\(index)"), md5: sum)
        if folder.bytes("\(index)") != server.folder.bytes("\(index)") { failures.withLock { $0.append("\(index)") } }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
      waits.add(notices.waits.count, ordering: .relaxed)
    }
    #expect(failures.withLock { $0 } == [])
    #expect(folder.names.count == 200)
    #expect(waits.load(ordering: .relaxed) > 100)
  }

  @Test func `give the right bytes or none where bytes are wrong`() throws {
    let server = try TestServer("--chaos", "damage,drop,lie", "--share", "0.6", "--seed", "16")
    let folder = try TemporaryFolder()
    let wrong = Atomic(0)
    let refused = Atomic(0)
    for index in 0..<60 { try server.folder.write("\(index)", noise(5000, seed: UInt64(index))) }
    concurrently(60) { index in
      let downloader = Downloader(Notices())
      do {
        let sum = try md5(ofFile: server.folder.path("\(index)"))
        _ = try downloader.file(from: .web(server.url + "\(index)"), to: folder.path("\(index)"), md5: sum)
        if folder.bytes("\(index)") != server.folder.bytes("\(index)") { wrong.add(1, ordering: .relaxed) }
      } catch DownloadError.wrongChecksum {
        refused.add(1, ordering: .relaxed)
        if folder.exists("\(index)") { wrong.add(1, ordering: .relaxed) }
      } catch {
        wrong.add(1, ordering: .relaxed)
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(1..<40 ~= refused.load(ordering: .relaxed))
  }

  @Test func `that are stopped again and again bring hardly a byte twice`() throws {
    let server = try #require(TestServer.shared)
    let total = Atomic(0)
    concurrently(16) { index in
      guard let folder = try? TemporaryFolder() else { return }
      var random = SplitMix64(seed: UInt64(index))
      let address = server.address("x.bin", "slow:3000000")
      while !folder.exists("x") {
        let end = Int.random(in: 1...20_000, using: &random)
        let received = Atomic(0)
        let downloader = Downloader(.brisk) {
          received.load(ordering: .relaxed) >= end
        } tell: { notice in
          if case .progress = notice { received.add(2000, ordering: .relaxed) }
        }
        _ = try? downloader.file(from: address, to: folder.path("x"))
        total.add(downloader.bytesTransferred, ordering: .relaxed)
      }
      #expect(folder.holds(server.folder, "x.bin"))
    }
    let share = Double(total.load(ordering: .relaxed)) / (16 * 300_000)
    #expect(1...1.001 ~= share)
  }

  @Test func `that are killed go on with what is on the disk`() throws {
    let server = try #require(TestServer.shared)
    concurrently(6) { index in
      guard let folder = try? TemporaryFolder() else { return }
      var random = SplitMix64(seed: UInt64(index))
      let reference = server.path("x.bin", "slow:200000").dropFirst(server.url.count)
      var kept = [0]
      while !folder.exists("x"), kept.count < 50 {
        let process = Process.fetch([server.url, String(reference), folder.path("x")])
        guard (try? process.run()) != nil else { break }
        // Some are killed before the first byte, most after some more.
        let wanted = kept.count % 4 == 3 ? 0 : (kept.last ?? 0) + Int.random(in: 1...80_000, using: &random)
        while process.isRunning, wanted > 0, fileSize(of: folder.path("x.part")) ?? 0 < wanted { usleep(1000) }
        usleep(UInt32.random(in: 0...20_000, using: &random))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        if let size = fileSize(of: folder.path("x.part")) { kept.append(size) }
      }
      #expect(folder.holds(server.folder, "x.bin"))
      #expect(kept == kept.sorted(), "no byte was lost")
      #expect(kept.count > 4)
      let requests = (try? server.requests(to: .web(server.url + reference))) ?? []
      let begins = requests.compactMap { $0.headers["range"]?.dropFirst(6).dropLast() }.compactMap { Int($0) }
      #expect(begins.allSatisfy { $0 == 0 || kept.contains($0) }, "each request asked for the rest only")
      #expect(!begins.isEmpty)
    }
  }
}
