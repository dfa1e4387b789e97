internal import ArgumentParser
internal import Knowledge
internal import Replay
internal import Reports
internal import RoadRules
internal import Storage

/// The formats of other programs in which `learn --export` writes. Raw values are their names in options.
enum ForeignFormat: String, CaseIterable {
  /// A traffic file of this program.
  case traffic
  case osrm, valhalla
  /// Pictures of the network.
  case svg
  case maproulette, osmose
  /// The page of a month.
  case html

  /// It is many files, and so a directory.
  private var needsDirectory: Bool { self == .osrm || self == .valhalla }

  /// The name of the file of a format of one file, in a directory.
  var fileName: String {
    switch self {
    case .traffic: "traffic.csv"
    case .maproulette: "maproulette.geojson"
    case .osmose: "osmose.json"
    case .html: "month.html"
    case .osrm, .valhalla, .svg: ""
    }
  }

  /// The format that was named, or else that of the name of the file: `.svg`, `.html`, and `traffic.csv` if no table is named.
  init?(named name: String?, _ destination: String?, hasTables: Bool) {
    if let name {
      self.init(rawValue: name)
    } else if let destination, OutputName(destination).ending == "svg" {
      self = .svg
    } else if let destination, OutputName(destination).ending == "html" {
      self = .html
    } else if let destination, Storage.fileName(of: destination) == Self.traffic.fileName, !hasTables {
      self = .traffic
    } else {
      return nil
    }
  }

  /// - Throws: `ValidationError` for a destination that cannot hold it.
  func check(_ destination: ReportDestination) throws {
    switch destination {
    case .directory: break
    case .file(let path) where needsDirectory:
      throw ValidationError(
        "\(path): --format \(rawValue) writes a directory of files; choose a name that ends in /.")
    case .standardOutput where needsDirectory:
      throw ValidationError("--format \(rawValue) writes a directory of files; name one with --export.")
    case .file(let path) where self == .svg && OutputName(path).ending != "svg":
      throw ValidationError("\(path): a picture is SVG; choose a name that ends in .svg, or in / for one of each hour.")
    case .file(let path) where OutputName(path).compression != nil:
      throw ValidationError("\(path): --format \(rawValue) writes plain files; choose a name without the last ending.")
    case .file, .standardOutput: break
    }
  }

  /// Whether tracemill wrote such a file.
  func isOwn(_ path: String) -> Bool {
    guard FileKind(at: path) == .file, let stream = try? ByteStream(path: path) else { return false }
    let begin = String(decoding: stream.peek(1 << 16), as: UTF8.self)
    return switch self {
    case .traffic: begin.hasPrefix(TrafficRows.beginning)
    case .svg: begin.hasPrefix(NetworkPicture.beginning)
    case .maproulette: MapperFile.isOfTasks(begin)
    case .osmose: begin.hasPrefix(MapperFile.beginningOfIssues)
    case .html: isReport(at: path)
    case .osrm, .valhalla: false  // their manifest lists them
    }
  }
}
