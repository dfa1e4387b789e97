internal import Geodesy
internal import Moments
internal import Records
internal import Routing
internal import Storage

/// The tables of drives that have a plan: the plans, and what the drives made of them.
final class PlanTables {
  private let plans: SimulationTable
  private let drives: SimulationTable
  private let milestones: SimulationTable
  private let deviations: SimulationTable
  private let progress: SimulationTable
  private var rows = CSVText()

  static let fileNames = [
    "plans.ndjson", "plan_drives.csv", "plan_truth.csv", "deviation_truth.csv", "progress_truth.csv",
  ]

  var tables: [SimulationTable] { [plans, drives, milestones, deviations, progress] }

  init(in directory: String) throws(StorageError) {
    plans = try SimulationTable(Self.fileNames[0], in: directory)
    drives = try SimulationTable(Self.fileNames[1], in: directory)
    milestones = try SimulationTable(Self.fileNames[2], in: directory)
    deviations = try SimulationTable(Self.fileNames[3], in: directory)
    progress = try SimulationTable(Self.fileNames[4], in: directory)
    try drives.write(header: "trace_id,type,waypoints,plan_length_m\n")
    try milestones.write(header: "trace_id,waypoint,type,status,time\n")
    try deviations.write(
      header: "trace_id,type,begin_time,end_time,begin_lat,begin_lon,end_lat,end_lon,length_m,greatest_distance_m\n")
    try progress.write(header: "trace_id,index,progress_m\n")
  }

  func write(_ drive: PlannedDrive) throws(StorageError) {
    try plans.write(planLine(of: drive), rowCount: 1)
    try put([drive], into: drives) { drive, _, rows in
      rows.text(drive.drive.id)
      rows.text(drive.kind.rawValue)
      rows.integer(Int64(drive.plan.waypoints.count))
      rows.decimal(drive.plan.length, places: 2)
    }
    try put(drive.milestones, into: milestones) { milestone, _, rows in add(milestone, of: drive, to: &rows) }
    try put(drive.deviations, into: deviations) { deviation, _, rows in add(deviation, of: drive, to: &rows) }
    try put(drive.progress, into: progress) { progress, index, rows in
      rows.text(drive.drive.id)
      rows.integer(Int64(index))
      if let progress { rows.decimal(progress, places: 2) } else { rows.null() }
    }
  }

  private func put<Value>(
    _ values: [Value], into table: SimulationTable, _ add: (Value, Int, inout CSVText) -> Void
  ) throws(StorageError) {
    rows.removeAll()
    for (index, value) in values.enumerated() {
      add(value, index, &rows)
      rows.endRow()
    }
    try table.write(rows.bytes.array, rowCount: values.count)
  }

  private func add(_ milestone: TrueMilestone, of drive: PlannedDrive, to rows: inout CSVText) {
    rows.text(drive.drive.id)
    rows.integer(Int64(milestone.waypoint))
    rows.text(drive.plan.waypoints[milestone.waypoint].waypoint.kind.rawValue)
    rows.text(milestone.time == nil ? "missed" : "reached")
    if let time = milestone.time { rows.time(time) } else { rows.null() }
  }

  private func add(_ deviation: TrueDeviation, of drive: PlannedDrive, to rows: inout CSVText) {
    rows.text(drive.drive.id)
    rows.text(drive.kind.rawValue)
    rows.time(deviation.beginTime)
    if let time = deviation.endTime { rows.time(time) } else { rows.null() }
    rows.place(deviation.begin)
    if let end = deviation.end {
      rows.place(end)
    } else {
      rows.null()
      rows.null()
    }
    rows.decimal(deviation.length, places: 2)
    rows.decimal(deviation.greatestDistance, places: 1)
  }

  /// A plan as the document of a route, short: what other commands read of one.
  private func planLine(of drive: PlannedDrive) -> [UInt8] {
    var line = ByteWriter(capacity: 1 << 10)
    line.text("{\"id\":\"\(drive.drive.id)\",\"trace_id\":\"\(drive.drive.id)\",\"handle\":\"\(drive.handle)\"")
    line.text(",\"waypoints\":[")
    for (number, waypoint) in drive.plan.waypoints.map(\.waypoint).enumerated() {
      line.text(number == 0 ? "{" : ",{")
      line.text("\"waypoint\":\(number),\"lat\":")
      line.fixed(Int64(waypoint.place.latitudeE7), places: 7)
      line.text(",\"lon\":")
      line.fixed(Int64(waypoint.place.longitudeE7), places: 7)
      line.text(",\"type\":\"\(waypoint.kind.rawValue)\"}")
    }
    line.text("]}\n")
    return line.array
  }
}
