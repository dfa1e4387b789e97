internal import Geodesy
private import Glibc
internal import Records
package import RoadGraph
package import Storage

/// The tables of a simulation, written drive by drive: `traces.csv`, `truth.csv`, `labels.csv`, `stretches.csv`, and
/// for drives with a plan the tables of ``PlanTables``.
///
/// They appear under their names together, when everything is written. Memory: one drive.
package final class SimulationFiles {
  private let graph: RoadGraph
  private let settings: SimulationSettings
  private let traces: SimulationTable
  private let truth: SimulationTable
  private let labels: SimulationTable
  private let stretches: SimulationTable
  /// `nil` for drives without plans.
  private let plans: PlanTables?
  private let columns: [DeviceColumn]
  private var rows = CSVText()

  /// The name of the table that other commands read as traces.
  package static let traceFileName = "traces.csv"
  package static let fileNames = [traceFileName, "truth.csv", "labels.csv", "stretches.csv"]
  package static let fileNamesWithPlans = fileNames + PlanTables.fileNames

  package var tables: [SimulationTable] { [traces, truth, labels, stretches] + (plans?.tables ?? []) }

  /// Whether the drives have plans.
  package enum Content: Sendable { case drives, plannedDrives }

  /// - Parameter directory: created if it does not exist.
  package init(
    in directory: String, graph: RoadGraph, settings: SimulationSettings, content: Content = .drives
  ) throws(StorageError) {
    self.graph = graph
    self.settings = settings
    columns = DeviceColumn.allCases.filter(settings.columns.contains)
    // An obstacle is reported when the first file cannot be created.
    try? makeFolder(at: directory)
    traces = try SimulationTable(Self.fileNames[0], in: directory)
    truth = try SimulationTable(Self.fileNames[1], in: directory)
    labels = try SimulationTable(Self.fileNames[2], in: directory)
    stretches = try SimulationTable(Self.fileNames[3], in: directory)
    plans = content == .plannedDrives ? try PlanTables(in: directory) : nil
    try writeHeaders()
  }

  package func write(_ planned: PlannedDrive) throws(StorageError) {
    try write(planned.drive)
    try plans?.write(planned)
  }

  package func write(_ drive: SimulatedDrive) throws(StorageError) {
    try put(drive.fixes, into: traces) { fix, _, rows in addTraceRow(fix, of: drive.id, to: &rows) }
    try put(drive.travelled, into: truth) { piece, _, rows in addTruthRow(piece, of: drive.id, to: &rows) }
    try put(drive.fixes, into: labels) { fix, index, rows in addLabelRow(fix, index, of: drive.id, to: &rows) }
    try put(drive.stretches, into: stretches) { stretch, _, rows in addStretchRow(stretch, of: drive.id, to: &rows) }
  }

  /// Flushes all bytes to the disk, so that ``commit()`` only has to rename.
  package func prepare() throws(StorageError) { for table in tables { try table.prepare() } }

  /// Makes the files appear under their names, one after the other.
  package func commit() throws(StorageError) { for table in tables { try table.commit() } }

  private func put<Value>(
    _ values: [Value], into table: SimulationTable, _ add: (Value, Int, inout CSVText) -> Void
  ) throws(StorageError) {
    rows.removeAll()
    for (index, value) in values.enumerated() { add(value, index, &rows) }
    try table.write(rows.bytes.array, rowCount: values.count)
  }

  private func writeHeaders() throws(StorageError) {
    let device = columns.map { "," + $0.header }.joined()
    try traces.write(header: "trace_id,time,lat,lon\(device)\n")
    try truth.write(header: "trace_id,from_node,to_node,begin,end\n")
    try labels.write(header: "trace_id,index,from_node,to_node,fraction,way,on_road,status\n")
    try stretches.write(
      header: "trace_id,type,begin_time,end_time,begin_lat,begin_lon,end_lat,end_lon,length_m,beside_m\n")
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
