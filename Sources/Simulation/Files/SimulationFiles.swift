private import Foundation
internal import Geodesy
internal import Records
package import RoadGraph
package import Storage

/// The four tables of a simulation, written drive by drive: `traces.csv`, `truth.csv`, `labels.csv`, `stretches.csv`.
///
/// They appear under their names together, when everything is written. Memory: one drive.
package final class SimulationFiles {
  private let graph: RoadGraph
  private let settings: SimulationSettings
  private let traces: AtomicFile
  private let truth: AtomicFile
  private let labels: AtomicFile
  private let stretches: AtomicFile
  private let columns: [DeviceColumn]
  private var rows = CSVText()

  /// - Parameter directory: created if it does not exist.
  package init(
    in directory: String, graph: RoadGraph, settings: SimulationSettings
  ) throws(StorageError) {
    self.graph = graph
    self.settings = settings
    columns = DeviceColumn.allCases.filter(settings.columns.contains)
    // An obstacle is reported when the first file cannot be created.
    try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    traces = try AtomicFile(path: directory + "/traces.csv")
    truth = try AtomicFile(path: directory + "/truth.csv")
    labels = try AtomicFile(path: directory + "/labels.csv")
    stretches = try AtomicFile(path: directory + "/stretches.csv")
    try writeHeaders()
  }

  package func write(_ drive: SimulatedDrive) throws(StorageError) {
    try put(into: traces) { for fix in drive.fixes { addTraceRow(fix, of: drive.id, to: &$0) } }
    try put(into: truth) { for piece in drive.travelled { addTruthRow(piece, of: drive.id, to: &$0) } }
    try put(into: labels) {
      for (index, fix) in drive.fixes.enumerated() { addLabelRow(fix, index, of: drive.id, to: &$0) }
    }
    try put(into: stretches) { for stretch in drive.stretches { addStretchRow(stretch, of: drive.id, to: &$0) } }
  }

  /// Makes the files appear under their names.
  package func commit() throws(StorageError) {
    for file in [traces, truth, labels, stretches] { try file.commit() }
  }

  private func put(into file: AtomicFile, _ add: (inout CSVText) -> Void) throws(StorageError) {
    rows.removeAll()
    add(&rows)
    try file.write(rows.bytes.buffer)
  }

  private func writeHeaders() throws(StorageError) {
    let device = columns.map { "," + $0.header }.joined()
    try traces.write(Array("trace_id,time,lat,lon\(device)\n".utf8))
    try truth.write(Array("trace_id,from_node,to_node,begin,end\n".utf8))
    try labels.write(Array("trace_id,index,from_node,to_node,fraction,way,on_road,status\n".utf8))
    try stretches.write(
      Array("trace_id,kind,begin_time,end_time,begin_lat,begin_lon,end_lat,end_lon,length_m,beside_m\n".utf8))
  }

  private func addTraceRow(_ fix: SimulatedFix, of id: String, to rows: inout CSVText) {
    rows.text(id)
    rows.time(fix.time)
    rows.place(fix.place)
    for column in columns {
      switch column {
      case .speed: rows.decimal(fix.speed, places: 2)
      case .heading: rows.decimal(fix.heading >= 359.95 ? 0 : fix.heading, places: 1)
      case .accuracy: rows.decimal(settings.sigma, places: 2)
      }
    }
    rows.endRow()
  }

  private func addTruthRow(_ piece: TravelledPiece, of id: String, to rows: inout CSVText) {
    rows.text(id)
    rows.integer(piece.from.rawValue)
    rows.integer(piece.to.rawValue)
    rows.decimal(piece.begin, places: Self.fractionPlaces)
    rows.decimal(piece.end, places: Self.fractionPlaces)
    rows.endRow()
  }

  private func addLabelRow(_ fix: SimulatedFix, _ index: Int, of id: String, to rows: inout CSVText) {
    rows.text(id)
    rows.integer(Int64(index))
    if let road = fix.road {
      rows.integer(road.from.rawValue)
      rows.integer(road.to.rawValue)
      rows.decimal(road.fraction, places: Self.fractionPlaces)
      rows.integer(graph.way(of: road.edge).rawValue)
    } else {
      for _ in 0..<4 { rows.null() }
    }
    rows.text(fix.road == nil ? "false" : "true")
    rows.text(fix.faults.status)
    rows.endRow()
  }

  private func addStretchRow(_ stretch: Stretch, of id: String, to rows: inout CSVText) {
    rows.text(id)
    rows.text(stretch.kind.rawValue)
    rows.time(stretch.beginTime)
    rows.time(stretch.endTime)
    rows.place(stretch.begin)
    rows.place(stretch.end)
    rows.decimal(stretch.length, places: 2)
    if let beside = stretch.beside { rows.decimal(beside, places: 1) } else { rows.null() }
    rows.endRow()
  }

  /// Accurate to a centimetre on a piece of 100 km.
  private static let fractionPlaces = 7
}
