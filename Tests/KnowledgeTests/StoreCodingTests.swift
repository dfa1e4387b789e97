import Geodesy
import RandomNumbers
import RoadGraph
import Storage
import TestSupport
import Testing

@testable import Knowledge

@Suite("Packed drives")
struct StoreCodingTests {
  private func bytes(of drive: DriveRecord) -> [UInt8] { EncodedDrive(drive).bytes }
  private func drive(in bytes: [UInt8]) -> DriveRecord? { DriveRecord(decoding: bytes.span) }

  @Test("A drive is read as it was packed", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var random = RandomDrives(on: try storeTown().graph, seed: seed)
    let drive = random.drive(of: "Käfer \(seed)", trip: "", source: "a/ü.gpx", begin: Int64(seed) - 5, steps: 40)
    #expect(self.drive(in: bytes(of: drive)) == drive)
  }

  @Test("The largest and smallest numbers are read as they were packed")
  func extremes() {
    let far = Place(latitudeE7: .min, longitudeE7: .max)
    let drive = DriveRecord(
      vehicle: "", tripID: "\u{0}", source: "", begin: .min, end: .max,
      paths: [
        DrivenPath(
          steps: [
            DrivenStep(edge: EdgeID(UInt32.max), begin: 0, end: .max, doubts: StepDoubts(rawValue: 255)),
            DrivenStep(edge: EdgeID(0), begin: .max, end: .max),
          ],
          fixes: [
            PathFix(step: 1, offset: .max, time: .max), PathFix(step: 0, offset: .min, time: .min, isDoubtful: true),
          ])
      ], stands: [Stand(begin: .max, end: .min, place: far)])
    #expect(self.drive(in: bytes(of: drive)) == drive)
  }

  @Test("A drive that is cut short is refused, wherever it ends")
  func truncated() throws {
    var random = RandomDrives(on: try storeTown().graph, seed: 1)
    let whole = bytes(of: random.drive(of: "van", trip: "van", begin: RandomDrives.midnight))
    for count in whole.indices { #expect(drive(in: Array(whole[..<count])) == nil) }
    #expect(drive(in: whole + [0]) == nil)
  }

  @Test("No altered byte ends the program or makes a drive with fixes outside its steps")
  func altered() throws {
    var random = RandomDrives(on: try storeTown().graph, seed: 2)
    let whole = bytes(of: random.drive(of: "van", trip: "van", begin: RandomDrives.midnight))
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        let altered = drive(in: bytes)
        for path in altered?.paths ?? [] {
          #expect(path.fixes.allSatisfy { path.steps.indices.contains(Int($0.step)) })
        }
      }
    }
  }

  @Test("A count that the bytes cannot hold is refused before memory is taken")
  func hugeCount() {
    var buffer = ByteBuffer()
    buffer.append(packed: "van")
    buffer.append(signed: 0)
    buffer.append(packed: "trip")
    buffer.append(packed: "source")
    buffer.append(signed: 0)
    buffer.append(packed: UInt64.max)
    let bytes = buffer.array
    #expect(drive(in: bytes) == nil)
  }

  @Test("Noise is no drive", arguments: 0..<200)
  func noise(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes = (0..<300).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    #expect(drive(in: bytes) == nil)
  }
}
