import Extracts
import Foundation
import Geodesy
import MapImport
import RoadGraph

/// Measures how an extract and its map are kept up to date: `update-times OLD.osm.pbf NEW.osm.pbf`.
///
/// The changes between the two extracts are derived, applied to the older one, and the map is built anew; each step
/// three times, of which the shortest counts. Memory is the peak of the process during a step, with what earlier steps
/// left behind; `update-times merge EXTRACT EXTRACT` does one step alone. `update-times apply EXTRACT OUTPUT CHANGES…`
/// reads change files and applies them once, and `apply-within` leaves out what lies elsewhere than the extract's box.
@main struct UpdateTimes {
  static func main() throws {
    let arguments = CommandLine.arguments
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "update-times-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "output.osm.pbf").path
    switch (arguments.count, arguments.dropFirst().first) {
    case (5..., "apply"): try update(arguments[2], output: arguments[3], with: Array(arguments[4...]))
    case (5..., "apply-within"):
      try update(arguments[2], output: arguments[3], with: Array(arguments[4...]), area: box(of: arguments[2]))
    case (4, "merge"):
      print(try step("merge") { try merge(Array(arguments[2...]), to: output, header: ExtractHeader()) })
    case (3, _): try measure(from: arguments[1], to: arguments[2], in: folder)
    default: print("update-times OLD NEW, or update-times apply EXTRACT OUTPUT CHANGES…")
    }
  }

  private static func update(
    _ extract: String, output: String, with files: [String], area: ((Place) -> Bool)? = nil
  ) throws {
    let changes = try step("read \(files.count) change files", times: 1) { try ChangeSet(paths: files) }
    let counts = try step("apply them", times: 1) {
      try apply(changes, to: extract, output: output, header: ExtractHeader(), area: area)
    }
    print(counts)
  }

  private static func box(of extract: String) throws -> ((Place) -> Bool)? {
    guard let bounds = try extractHeader(of: extract).bounds else { return nil }
    let (low, high) = (bounds.southwest, bounds.northeast)
    return {
      (low.latitudeE7...high.latitudeE7).contains($0.latitudeE7)
        && (low.longitudeE7...high.longitudeE7).contains($0.longitudeE7)
    }
  }

  private static func measure(from old: String, to new: String, in folder: URL) throws {
    func file(_ name: String) -> String { folder.appending(path: name).path }
    let map = try step("build the map of the old extract") { try importMap(path: old) }
    let mapBytes = RoadGraphWriter(map.network).bytes().count
    print("  map \(mapBytes) bytes, footprint \(map.footprint.byteCount) bytes")
    let derived = try step("derive the changes") {
      try deriveChanges(from: old, to: new, output: file("changes.osc.gz"))
    }
    print("  \(derived.total) changes, \(size(file("changes.osc.gz"))) bytes; the new extract: \(size(new)) bytes")
    let changes = try step("read the changes") { try ChangeSet(paths: [file("changes.osc.gz")]) }
    let touches = try step("ask whether they touch roads") {
      try touchesRoads(changes, onto: old, footprint: map.footprint)
    }
    print("  \(touches ? "yes" : "no")")
    let header = try extractHeader(of: new)
    let applied = try step("apply them") {
      try apply(changes, to: old, output: file("new.osm.pbf"), header: header)
    }
    print("  \(applied)")
    _ = try step("apply them within an area") {
      try apply(changes, to: old, output: file("area.osm.pbf"), header: header) { _ in true }
    }
    let merged = try step("merge both extracts") {
      try merge([old, new], to: file("merged.osm.pbf"), header: header)
    }
    print("  \(merged)")
    var settings = MapImportSettings()
    settings.source = "region.osm.pbf"
    let updated = try step("build the map of the changed extract") {
      RoadGraphWriter(try importMap(path: file("new.osm.pbf"), settings: settings).network).bytes()
    }
    let full = try step("build the map of the new extract") {
      RoadGraphWriter(try importMap(path: new, settings: settings).network).bytes()
    }
    print("  both maps are \(updated == full ? "equal" : "DIFFERENT"), \(full.count) bytes")
  }

  private static func step<Result>(_ name: String, times: Int = 3, _ body: () throws -> Result) throws -> Result {
    var result: Result?
    var least = Double.infinity
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    for _ in 0..<times {
      result = nil
      let begin = ContinuousClock.now
      result = try body()
      least = min(least, (ContinuousClock.now - begin) / .seconds(1))
    }
    print(name + String(format: ": %.3f s, %d MB", least, peakInMegabytes()))
    return try result ?? body()
  }

  private static func peakInMegabytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) / 1024
  }

  private static func size(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0
  }
}
