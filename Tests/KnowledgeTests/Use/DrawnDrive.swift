import Geodesy
import Knowledge
import RoadGraph
import TestSupport

/// Drives along the roads of a sketch at 10 m/s, as records.
struct DrawnDrive {
  let sketch: RoadSketch
  var vehicle = "van"
  /// Monday, 2026-01-05T08:00:00Z.
  var begin: Int64 = 1_767_600_000_000
  var period: Int64 = 5_000
  var beginOffset: Int32 = 0
  /// How far before the end of its last edge it ends.
  var shortOfEnd: Int32 = 0
  var doubts: [String: StepDoubts] = [:]

  init(on sketch: RoadSketch) { self.sketch = sketch }

  func at(_ milliseconds: Int64) -> DrawnDrive {
    var drive = self
    drive.begin += milliseconds
    return drive
  }

  func by(_ vehicle: String) -> DrawnDrive {
    var drive = self
    drive.vehicle = vehicle
    return drive
  }

  func length(_ edge: String) -> Int32 { Int32((sketch.graph.length(of: sketch.edge(edge)) * 100).rounded()) }

  /// Bars part paths, which follow each other without a pause.
  func record(_ course: String, stands: [Stand] = []) -> DriveRecord {
    var time = begin
    let paths = course.split(separator: "|").map { path($0.split(separator: " ").map(String.init), &time) }
    return DriveRecord(
      vehicle: vehicle, tripID: "\(vehicle)-\(begin)", source: "drawn", begin: begin, end: time, paths: paths,
      stands: stands)
  }

  private func path(_ edges: [String], _ time: inout Int64) -> DrivenPath {
    let steps = edges.enumerated().map { number, edge in
      DrivenStep(
        edge: sketch.edge(edge), begin: number == 0 ? beginOffset : 0,
        end: length(edge) - (number == edges.count - 1 ? shortOfEnd : 0), doubts: doubts[edge] ?? [])
    }
    return path(of: steps, &time)
  }

  /// Fixes every ``period``, and one at the end.
  func path(of steps: [DrivenStep], _ time: inout Int64) -> DrivenPath {
    let whole = steps.reduce(Int64(0)) { $0 + Int64($1.end - $1.begin) }
    let distances = Array(stride(from: 0, to: whole, by: Int(period))) + [whole]  // 10 m/s are 1 cm/ms
    let start = time
    let fixes = distances.map { distance in
      var (step, rest) = (0, distance)
      while step < steps.count - 1, rest >= Int64(steps[step].end - steps[step].begin) {
        rest -= Int64(steps[step].end - steps[step].begin)
        step += 1
      }
      return PathFix(step: Int32(step), offset: steps[step].begin + Int32(rest), time: start + distance)
    }
    time += whole
    return DrivenPath(steps: steps, fixes: fixes)
  }
}
