import Foundation
import Records
import TestSupport
import Testing

@testable import Traces

/// Compressed files and archives.
struct ArchiveTests {
  /// A CSV file of two fixes, compressed; archives of it, of a GPX file of one fix, and of more.
  static let files: [String: String] = [
    "xz":
      "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4ABIADRdADoaSfrgnauc9SFRcJFAWna5V3SaKT/ZnUtsFROmM4m/+Rgw25UjRi9EbKMb"
      + "CvvzqC47AAAAXiYyzo4Xv3cAAVBJSxE9lR+2830BAAAAAARZWg==",
    "bzip2":
      "QlpoOTFBWSZTWQw1OdUAACRbgAAQAAd/sAQQIieEACAAVDUAAaAZBKp+lNA2pk9T1AeVeBmn5hyIScuIkkILiMOBECRoNJQbDA4Z"
      + "Lx6kDR6F8XckU4UJAMNTnVA=",
    "zstd":
      "KLUv/SBJ3QEAFAN0aW1lLGxhdCxsb24KMjAyNi0wMS0wMlQwMzowNDowNVosNDcuNSw5LjU2Niw5LjYKAgBAEAqJKgM=",
    "zip":
      "UEsDBBQAAAAIAIIYIlw2ZM7VNgAAAEkAAAAJAAAAYS92YW4uY3N2K8nMTdXJSSzRycnP4zIyMDLTNTDUNTAKMTC2MjCxMjCN0jEx"
      + "1zPVsdQzxSJrBpY1A8qacQEAUEsDBBQAAAAIAIIYIlxpIt42BAAAAAIAAAASAAAAX19NQUNPU1gvLl92YW4uY3N2Y2AEAFBLAwQU"
      + "AAAACACCGCJcshS2gkgAAABGAAAACAAAAGIuZ3B4Lmd6k+/mYAABJubNnvorNmzW1DzFJnx05cuEXQtcFNU3Hgk7eSTmfIinorr9"
      + "+bCTQicubd98sX3lJfbXF9kznzMx/OBjiHEF6gYAUEsDBBQAAAAIAIIYIlwgMDo2CAAAAAYAAAAJAAAAbm90ZXMudHh0y0jNycnn"
      + "AgBQSwECFAMUAAAACACCGCJcNmTO1TYAAABJAAAACQAAAAAAAAAAAAAAgAEAAAAAYS92YW4uY3N2UEsBAhQDFAAAAAgAghgiXGki"
      + "3jYEAAAAAgAAABIAAAAAAAAAAAAAAIABXQAAAF9fTUFDT1NYLy5fdmFuLmNzdlBLAQIUAxQAAAAIAIIYIlyyFLaCSAAAAEYAAAAI"
      + "AAAAAAAAAAAAAACAAZEAAABiLmdweC5nelBLAQIUAxQAAAAIAIIYIlwgMDo2CAAAAAYAAAAJAAAAAAAAAAAAAACAAf8AAABub3Rl"
      + "cy50eHRQSwUGAAAAAAQABADkAAAALgEAAAAA",
    "tar.gz":
      "H4sIAAAAAAACA+2Wyw6CMBBFu/YrCGtop9BHJOBXuHKHhKARH4FK/HzHJm6IGxdIiHMWnSbTSRc397ZcsMkBxCjlKzKuH/YGrGWB"
      + "Zj/g3ruywyvZf8LFUF541Q8z6i+lHOlvU6tYAKT/5LjjuY7a0kXt9bJKIDExyBiSLaQZqAz0LlKW62jN9Yeu8V2DXbNixDL9z6uy"
      + "OtTiMV0IfO1/CQkW8j/5n5jc/3ve3B6z/v8k6PH7D6kl//+CHMXf5K47+aWvG19vLsBMKMKX98MAo6EIMQFCscnF+5TwM+I1Tt4n"
      + "CIIgiGXxBEZY1rAAFAAA",
  ]

  static func bytes(_ kind: String) -> [UInt8] { Array(Data(base64Encoded: files[kind] ?? "") ?? Data()) }

  static let rows = ["2026-01-02T03:04:05Z 47.5 9.5", "2026-01-02T03:04:06Z 47.6 9.6"]

  @Test(arguments: ["zstd", "xz", "bzip2"])
  func `a compressed file is read as if it were plain`(kind: String) {
    let file = ReadFile(Self.bytes(kind), as: "van.csv.\(kind)")
    #expect(file.rows == Self.rows && file.refusals.isEmpty, "\(file.complaints)")
  }

  @Test func `the members of a zip archive are read, each under its name`() {
    let file = ReadFile(Self.bytes("zip"), as: "in/day.zip")
    #expect(file.traces.map(\.id) == ["a/van", "b"], "\(file.complaints)")
    #expect(file.traces.map(\.source.file) == ["in/day.zip:a/van.csv", "in/day.zip:b.gpx.gz"])
    #expect(file.rows == Self.rows + ["47.5 9.5"])
    #expect(file.refusals.map(\.file) == ["in/day.zip:notes.txt"] && file.counts == ["unknown_format": 1])
  }

  @Test func `the members of a compressed tar archive are read`() {
    let file = ReadFile(Self.bytes("tar.gz"), as: "day.tgz")
    #expect(file.traces.map(\.source.file) == ["day.tgz:./van.csv", "day.tgz:./b.gpx"] && file.refusals.isEmpty)
    #expect(file.rows == Self.rows + ["47.5 9.5"])
  }

  @Test func `an archive is read from a file, too`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("day.zip", Self.bytes("zip"))
    #expect(ReadFile(TraceReader(path: path)).rows == Self.rows + ["47.5 9.5"])
    let compressed = try folder.write("van.csv.zst", Self.bytes("zstd"))
    #expect(ReadFile(TraceReader(path: compressed)).rows == Self.rows)
  }

  @Test(arguments: ["zstd", "xz", "bzip2", "zip", "tar.gz"])
  func `a truncated file keeps what came before, and says that it is damaged`(kind: String) {
    let bytes = Self.bytes(kind)
    for count in 6..<bytes.count {
      let file = ReadFile(Array(bytes[..<count]), as: "cut")
      #expect(!file.traces.isEmpty || !file.refusals.isEmpty, "\(count)")
      #expect(
        Set(file.rows).isSubset(of: Self.rows + ["47.5 9.5", "bad_record", "bad_time"]), "\(count): \(file.rows)")
      let isWhole = file.fixes.count { $0.refusal == nil } == (kind == "zip" || kind == "tar.gz" ? 3 : 2)
      #expect(isWhole || !file.refusals.isEmpty, "\(count): \(file.complaints)")
    }
  }

  @Test(arguments: ["zstd", "xz", "bzip2", "zip", "tar.gz"])
  func `a flipped byte ends in traces or in refusals`(kind: String) {
    let bytes = Self.bytes(kind)
    for place in bytes.indices {
      var flipped = bytes
      flipped[place] ^= 1 << UInt8(place % 8)
      let file = ReadFile(flipped, as: "flipped")
      #expect(!file.traces.isEmpty || !file.refusals.isEmpty, "\(place)")
    }
  }

  @Test func `an archive within an archive is refused, and an empty one says so`() {
    let empty = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
    #expect(ReadFile(empty, as: "a.zip").counts == ["empty_file": 1])
  }
}
