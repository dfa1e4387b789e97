import Foundation
import RandomNumbers
import TestSupport
import Testing

@testable import Work

/// Bytes of a ledger that machines and people have damaged.
@Suite struct `A run with a damaged ledger` {
  private let fleet: Fleet
  private var ledger: URL { URL(filePath: fleet.folder.path("out/.tracemill/ledger.sqlite")) }

  init() throws {
    fleet = try Fleet()
    for number in 0..<4 { try fleet.put("\(number).csv", [UInt64(3 * number), UInt64(3 * number + 1)]) }
  }

  /// Puts a folder back as it was.
  private func restore(_ files: [String: Data]) throws {
    try? FileManager.default.removeItem(atPath: fleet.folder.path("out"))
    for (name, bytes) in files { try fleet.folder.write("out/" + name, Array(bytes)) }
  }

  /// Damages the ledger in one of several ways.
  private func damaged(_ whole: Data, _ number: Int) -> Data {
    var random = SplitMix64(seed: UInt64(number))
    var bytes = whole
    let offset = random.next(upTo: bytes.count)
    switch number % 4 {
    case 0: bytes[offset] ^= UInt8(1 << random.next(upTo: 8))
    case 1: for index in offset..<min(bytes.count, offset + 40) { bytes[index] = UInt8(random.next(upTo: 256)) }
    case 2: bytes.removeSubrange(offset...)
    default: for index in offset..<min(bytes.count, offset + 512) { bytes[index] = 0 }
    }
    return bytes
  }

  /// The run ends with the files of a clean one, or with one of the documented sentences.
  private func expectGood(_ files: [String: Data], _ damage: Comment) async throws {
    do {
      _ = try await fleet.run()
      #expect(try fleet.written() == files, damage)
    } catch let error as ResumeError {
      #expect(error.description.contains("a newer tracemill made this ledger"), "\(damage): \(error)")
    }
  }

  @Test func `anywhere ends in the files of a clean run`() async throws {
    let files = try await fleet.expected().files
    _ = try await fleet.run()
    let before = try fleet.written(everything: true)
    let whole = try Data(contentsOf: ledger)
    for number in rounds(240) {
      try restore(before)
      try damaged(whole, number).write(to: ledger)
      try await expectGood(files, "damage \(number)")
    }
  }

  @Test func `anywhere and an inbox that has changed ends in the files of a clean run`() async throws {
    _ = try await fleet.run()
    let before = try fleet.written(everything: true)
    let whole = try Data(contentsOf: ledger)
    try fleet.put("1.csv", [100, 101])
    try fleet.remove("2.csv")
    let files = try await fleet.expected().files
    for number in sample(1000..<1200) {
      try restore(before)
      try damaged(whole, number).write(to: ledger)
      try await expectGood(files, "damage \(number)")
    }
  }

  @Test(arguments: [9, 21, 22, 23])
  func `after a kill ends in the files of a clean run`(step: Int) async throws {
    let files = try await fleet.expected().files
    _ = try? await fleet.run(onStep: killing(at: step))
    let before = try fleet.written(everything: true)
    let whole = try Data(contentsOf: ledger)
    for number in rounds(60) {
      try restore(before)
      try damaged(whole, 100 * step + number).write(to: ledger)
      try await expectGood(files, "step \(step), damage \(number)")
    }
  }

  @Test func `leaves none of the files that SQLite had beside it`() async throws {
    _ = try await fleet.run()
    let files = try await fleet.expected().files
    for ending in ["", "-wal", "-shm", "-journal"] {
      try fleet.folder.write("out/.tracemill/ledger.sqlite" + ending, "no database, whatever its name says, at all\n")
    }
    let result = try await fleet.run()
    #expect(result.tally.damage != nil)
    #expect(try fleet.written() == files)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fleet.folder.path("out/.tracemill")) == ["ledger.sqlite"])
  }

  @Test func `never drops rows from partitions without a word`() async throws {
    fleet.partition = "{date}"
    _ = try await fleet.run()
    let before = try fleet.written(everything: true)
    let whole = try Data(contentsOf: ledger)
    let tomorrow = [fleet.files[0]]
    _ = try await fleet.run(over: tomorrow)
    let rows = try fleet.written()
    for number in rounds(120) {
      try restore(before)
      try damaged(whole, number).write(to: ledger)
      do {
        _ = try await fleet.run(over: tomorrow)
      } catch is ResumeError {
        continue
      }
      #expect(try fleet.written() == rows, "damage \(number)")
    }
  }

  @Test func `is no hindrance where no partition stands yet`() async throws {
    fleet.partition = "{date}"
    try fleet.folder.write("out/.tracemill/ledger.sqlite", "this is not a ledger, and never was one, whatever it says")
    let result = try await fleet.run()
    #expect(result.tally.damage != nil && result.tally.new == 4)
  }
}

@Suite struct `A resumed run that fails by itself` {
  private let fleet: Fleet

  init() throws {
    fleet = try Fleet()
    for number in 0..<4 { try fleet.put("\(number).csv", [UInt64(3 * number), UInt64(3 * number + 1)]) }
  }

  private var partials: [String] { (try? fleet.written().keys.filter { $0.hasSuffix(".partial") }) ?? [] }

  @Test(arguments: [nil, "{date}"])
  func `keeps just the unfinished files that the ledger knows`(partition: String?) async throws {
    fleet.partition = partition
    let files = try await fleet.expected().files
    await #expect(throws: Killed.self) { try await fleet.run(onStep: killing(at: 1)) }
    #expect(partials.isEmpty)
    await #expect(throws: Killed.self) { try await fleet.run(onStep: killing(at: 18)) }
    #expect(!partials.isEmpty)
    _ = try await fleet.run()
    #expect(try fleet.written() == files)
  }
}
