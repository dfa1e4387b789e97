import Comparison
import Detection
import Foundation
import MapImport
import Matching
import Plans
import Reports
import Requests
import TestSupport
import Testing
import Traces
import Trips

@Suite struct `An explanation` {
  /// All that can be written as a status or a reason, by the enumerations of the rooms.
  private static let codes: [String] =
    TripStatus.allCases.map(\.rawValue) + FixStatus.allCases.map(\.rawValue) + FixReason.allCases.map(\.rawValue)
    + ReadingReason.allCases.map(\.rawValue) + BreakReason.allCases.map(\.rawValue)
    + RouteStatus.allCases.map(\.rawValue) + RequestReason.allCases.map(\.rawValue)
    + PlanOutcome.Status.allCases.map(\.rawValue) + PlanRowReason.allCases.map(\.rawValue)
    + SiteReason.allCases.map(\.rawValue) + SpeedingDoubt.allCases.map(\.rawValue) + ListReason.allCases.map(\.rawValue)
    + ComparisonReason.allCases.map(\.rawValue)

  private static func entries(_ codes: String...) throws -> [[String: Any]] {
    let run = try ProgramRun(["explain", "--format", "json"] + codes)
    try #require(run.exitCode == 0, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
  }

  /// The texts of the entries.
  private static func explained() throws -> [[String: String]] {
    try entries().map { $0.compactMapValues { $0 as? String } }
  }

  /// Every word that any column of any table may have, as `tracemill schema` lists them.
  @Test func `is there for every word of every table, with a meaning of some words`() throws {
    var meanings: [String: String] = [:]
    for entry in try Self.entries() {
      for column in entry["columns"] as? [String] ?? [] {
        meanings["\(column) \(entry["code"] ?? "")"] = entry["meaning"] as? String
      }
    }
    var words = 0
    for table in TripTable.allCases.map(\.schemaName) + RouteTable.allCases.map(\.schemaName) {
      let schema = try jsonObject(try ProgramRun("schema", table).output)
      for column in schema["columns"] as? [[String: Any]] ?? [] {
        for value in column["values"] as? [String] ?? [] {
          let place = "\(table).\(column["name"] ?? "") \(value)"
          let count = (meanings[place] ?? "").split(separator: " ").count
          #expect(count >= 2, "\(place): \(meanings[place] ?? "no meaning")")
          words += 1
        }
      }
    }
    #expect(words > 300)
  }

  @Test func `says all that a word of several tables means`() throws {
    let run = try ProgramRun("explain", "gap")
    for place in ["(in events.type)", "(in trips.begun_by, trips.split_by", "(in deviations.cause)"] {
      #expect(run.output.contains("gap " + place), "\(run.output)")
    }
    let fix = try Self.entries("off_road").first { ($0["columns"] as? [String])?.contains("points.status") == true }
    #expect((fix?["cure"] as? String)?.contains("--radius") == true, "a status keeps its cure")
  }

  @Test func `is there for every code that can be written, with a meaning and a cure`() throws {
    let all = try Self.explained()
    for entry in all {
      let isWhole = ["code", "subject", "meaning", "cure"].allSatisfy { !(entry[$0] ?? "").isEmpty }
      #expect(isWhole, "\(entry)")
      #expect(entry["cure"]?.hasSuffix(".") == true && entry["meaning"]?.hasSuffix(".") == false, "\(entry)")
    }
    let places = all.map { "\($0["code"] ?? "") \($0["subject"] ?? "")" }
    #expect(Set(places).count == places.count, "a code is explained twice in one place")
    let explained = Set(all.compactMap { $0["code"] })
    #expect(Set(Self.codes).subtracting(explained).isEmpty)
  }

  /// Codes that no enumeration with all its cases has.
  @Test func `is there for codes that are texts in the sources`() throws {
    let explained = Set(try Self.explained().compactMap { $0["code"] })
    var found: Set<String> = []
    for (file, pattern) in [
      ("Trips/FixCounts.swift", /\((?:\.rejected|\.skipped|\.partial|\.unmatched), "([a-z_]+)"\)/),
      ("Routing/Requests/Waypoint.swift", /case \.[A-Za-z]+(?:\([^)]*\))?: "([a-z_]+)"/),
      ("Work/TripPlanner.swift", /reason: "([a-z_]+)"/),
      ("Routing/Routes/Route.swift", /case \.[A-Za-z]+: "([a-z_]+)"/),
    ] {
      let text = try String(contentsOf: projectRoot.appending(path: "Sources/\(file)"), encoding: .utf8)
      let codes = text.matches(of: pattern).map { String($0.1) }
      #expect(!codes.isEmpty, "\(file) has no such codes any more; look where they are")
      found.formUnion(codes)
    }
    #expect(found.contains("single_fix") && found.contains("no_route") && found.contains("no_plan"))
    #expect(found.subtracting(explained).isEmpty)
  }

  @Test func `knows each kind of reason in the sources`() throws {
    let folder = projectRoot.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var kinds: Set<String> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /enum (\w*(?:Reason|Doubt)): String/) { kinds.insert(String(match.1)) }
    }
    #expect(
      kinds == [
        "FixReason", "ReadingReason", "BreakReason", "RequestReason", "PlanRowReason", "SpeedingDoubt", "ListReason",
        "ComparisonReason", "SiteReason", "JobReason",
      ], "explain a new kind of reason in Sources/tracemill/Explanations, and add it here")
  }

  @Test func `is for people by default`() throws {
    let run = try ProgramRun("explain", "3", "null_island")
    #expect(run.exitCode == 0 && run.output.hasPrefix("3 (exit code)\n  means  an input does not exist"))
    #expect(run.output.contains("\nnull_island (") && run.output.contains("  to do  Nothing"))
  }

  @Test func `has the exit codes of the documentation`() throws {
    let page = try String(contentsOf: projectRoot.appending(path: "Documentation/Operations.md"), encoding: .utf8)
    let documented = Set(page.matches(of: #/(?m)^\| (\d) \| /#).map { String($0.1) })
    let explained = try Self.explained().filter { $0["subject"] == "exit code" }.compactMap { $0["code"] }
    #expect(Set(explained) == documented)
  }

  @Test func `is refused for a code that does not exist, with the nearest one`() throws {
    let run = try ProgramRun("explain", "nul_iland")
    #expect(run.exitCode == 2 && run.errors.contains("Did you mean null_island?"))
  }
}
