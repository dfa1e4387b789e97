import Foundation
import Records
import Testing
import Traces

@testable import SampleTown

@Suite("The sample traces as tracemill reads them")
struct ReadingTests {
  static let samples = SampleFile.all(of: .quillmere)

  @Test(
    arguments: [
      ("courier.gpx", [537]), ("bus-7.gpx", [251, 260]), ("tunnel.gpx", [140]), ("wrong-way.gpx", [139]),
      ("ferry.gpx", [112]), ("motorway.csv", [246]), ("sparse.csv", [14, 16, 13, 10]), ("forest.csv", [98]),
      ("van.csv.gz", [138]), ("bad-records.csv", [89]),
    ])
  func `holds the fixes that the guide tells`(file: String, fixes: [Int]) throws {
    #expect(try traces(of: file).map(\.fixes.count) == fixes)
  }

  @Test func `the fleet's traces bear the names of the vehicles`() throws {
    #expect(try traces(of: "sparse.csv").map(\.id) == ["taxi-3", "van-5", "taxi-8", "van-2"])
  }

  @Test func `only bad-records.csv has fixes that cannot be used`() throws {
    for sample in Self.samples where !sample.drives.isEmpty && sample.name != "bad-records.csv" {
      let fixes = try traces(of: sample.name).flatMap(\.fixes)
      #expect(fixes.allSatisfy { $0.refusal == nil }, "\(sample.name)")
    }
  }

  @Test func `every fault of bad-records.csv gets its reason`() throws {
    let fixes = try traces(of: "bad-records.csv").flatMap(\.fixes)
    let faults = fixes.compactMap { fix in fix.refusal.map { "\(fix.line) \($0.rawValue)" } }
    #expect(
      faults == [
        "12 bad_position", "18 bad_position", "24 bad_record", "30 missing_position", "36 bad_time",
        "47 out_of_order", "53 duplicate", "59 null_island", "65 jump",
      ])
  }

  @Test func `the motorway trace has speeds in metres per second and bearings to the east`() throws {
    let fix = try #require(try traces(of: "motorway.csv").first?.fixes.dropFirst(60).first)
    #expect((33...36).contains(try #require(fix.speed)))
    #expect((80...95).contains(try #require(fix.bearing)))
  }

  private func traces(of file: String) throws -> [Trace] {
    let sample = try #require(Self.samples.first { $0.name == file })
    let reader = TraceReader(sample.bytes, path: file)
    var traces: [Trace] = []
    while let item = reader.next() {
      switch item {
      case .trace(let trace): traces.append(TraceCleaner().clean(trace))
      case .refusal(let refusal): #expect(refusal.line != nil, "\(refusal.message)")
      }
    }
    return traces
  }
}
