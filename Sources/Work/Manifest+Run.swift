internal import FoundationEssentials
package import Moments
package import Reports
package import RoadGraph
internal import Storage

extension Manifest {
  /// The manifest of a run that ends now.
  package init(
    program: Program, options: [String: String], graph: RoadGraph, files: [String], startedAt: Timestamp
  ) {
    self.init(
      program: program, map: Map(of: graph), startedAt: startedAt, finishedAt: .now,
      host: ProcessInfo.processInfo.hostName)
    self.options = options
    inputs = files.map { Input(path: $0, byteCount: fileSize(of: $0)) }
  }
}

extension Manifest.Map {
  init(of graph: RoadGraph) {
    self.init(id: graph.provenance.source, version: graph.version, dataTime: graph.provenance.dataTime)
  }
}

extension Timestamp {
  package static var now: Timestamp {
    Timestamp(millisecondsSince1970: Int64((Date().timeIntervalSince1970 * 1000).rounded()))
  }
}
