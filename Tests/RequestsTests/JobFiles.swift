import Geodesy
import Jobs
import Moments
import Records
import TestSupport

@testable import Requests

/// The list that files give, each with its name and text.
func jobList(
  _ files: [(name: String, text: String)], log: [(name: String, text: String)] = [], date: String? = nil,
  clock: String? = "CET-1CEST,M3.5.0,M10.5.0/3", isOnMap: (Place) -> Bool = { _ in true }
) throws -> JobList {
  let folder = try TemporaryFolder()
  var reader = JobReader(date: date.flatMap { CivilDate(iso8601: $0) }, clock: clock.flatMap { LocalClock($0) })
  for file in files { try reader.read(list: folder.write(file.name, file.text)) }
  for file in log { try reader.read(events: folder.write(file.name, file.text)) }
  return reader.list(isOnMap: isOnMap)
}

func jobList(_ text: String, as name: String = "jobs.csv", date: String? = nil) throws -> JobList {
  try jobList([(name, text)], date: date)
}

extension JobList {
  /// Refusals as `line reason`.
  var complaints: [String] { refusals.map { "\($0.line.map { "\($0) " } ?? "")\($0.reason)" } }

  func job(_ id: String, _ kind: Job.Kind = .job) -> Job? { jobs.first { $0.id == Job.ID(id, kind: kind) } }
}

extension Job {
  /// Everything that a file says of it, except where in the file.
  var words: String {
    func words(_ time: Timestamp?) -> String { time?.iso8601 ?? "-" }
    let windows = windows.map { "\(words($0.earliest))…\(words($0.latest))" }.joined(separator: " ")
    return """
      \(id.kind) \(id.text) \(asset?.id ?? "-") \(day?.iso8601 ?? "-") \(sequence ?? 0) \(extent) \(place) \(name) \
      [\(windows)] \(words(planned)) \(service ?? -1) \(type) \(threshold.map { "\($0)" } ?? "-") \(dispatcher)
      """
  }
}

func moment(_ iso: String) -> Timestamp? { ZonedTime(iso8601: iso)?.moment }

/// A solution with a pickup, a delivery, a job, a break and an unassigned job. Times are seconds from midnight.
let vroomSolution = #"""
  {"code": 0,
   "summary": {"cost": 3000, "unassigned": 1},
   "unassigned": [{"id": 9, "type": "job", "location": [9.53, 47.15], "description": "Spare"}],
   "routes": [
    {"vehicle": 1, "description": "van-1", "duration": 1800, "distance": 12345, "service": 900, "waiting_time": 60,
     "geometry": "_fn~G_n~x@??_pR_pR",
     "steps": [
      {"type": "start", "location": [9.5, 47.1], "arrival": 28800, "duration": 0, "setup": 0, "service": 0, "waiting_time": 0, "violations": []},
      {"type": "pickup", "id": 7, "location": [9.51, 47.11], "arrival": 29400, "waiting_time": 60, "setup": 30, "service": 300, "violations": []},
      {"type": "break", "id": 1, "arrival": 29790, "service": 600, "waiting_time": 0},
      {"type": "delivery", "id": 7, "location": [9.52, 47.12], "arrival": 31000, "service": 300, "waiting_time": 0, "description": "Müller"},
      {"type": "job", "id": 7, "location": [9.52, 47.12], "arrival": 31300, "service": 300, "waiting_time": 0,
       "violations": [{"cause": "delay", "duration": 30}]},
      {"type": "end", "location": [9.5, 47.1], "arrival": 33000, "duration": 1800}
     ]}
   ]}
  """#
