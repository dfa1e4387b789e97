import Foundation
import Testing

@testable import Knowledge

@Suite("Keys of privacy")
struct PrivacyKeyTests {
  @Test("The hash is SipHash-2-4 as its authors print it")
  func vectors() {
    let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
    #expect(sipHash(Array(0..<15), key: key) == 0xa129_ca61_49be_45e5)
    #expect(sipHash([], key: key) == 0x726f_db47_dd0e_0e31)
    #expect(sipHash(Array(0..<8), key: key) == 0x93f5_f579_9a93_2462)
  }

  @Test("Names are equal for equal ids, and others with another key")
  func names() throws {
    let (one, other) = try (PrivacyKey(Array("0123456789abcdef".utf8)), PrivacyKey(Array("0123456789abcdeF".utf8)))
    #expect(one.name(for: "van-1") == one.name(for: "van-1"))
    #expect(one.name(for: "van-1") != one.name(for: "van-2"))
    #expect(one.name(for: "van-1") != other.name(for: "van-1"))
    #expect(one.name(for: "").count == 16)
  }

  @Test("A key that can be guessed, that others may read, or that is missing is refused")
  func refusals() throws {
    #expect(throws: PrivacyError.shortKey(count: 3)) { try PrivacyKey([1, 2, 3]) }
    let path = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)").path
    #expect(throws: PrivacyError.noKey(path: path)) { try PrivacyKey(path: path) }
    try Data("0123456789abcdef".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    #expect(throws: PrivacyError.openKey(path: path)) { try PrivacyKey(path: path) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try PrivacyKey(path: path) == PrivacyKey(Array("0123456789abcdef".utf8)))
  }
}
