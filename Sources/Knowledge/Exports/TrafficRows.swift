internal import Records
package import RoadGraph
package import RoadRules

/// Learned speeds as a traffic file, which `route --traffic` reads: a row for each edge and each run of hours with one
/// speed.
///
/// - Returns: CSV with the columns `edge`, `hours` and `speed_kmh`.
package func trafficRows(_ times: LearnedTimes, edges: some Sequence<EdgeID>) -> [UInt8] {
  var rows = ByteWriter()
  rows.text("edge,hours,speed_kmh\n")
  for edge in edges {
    for set in times.classes.days.indices {
      for run in times.runs(on: edge, days: set) {
        rows.integer(Int64(edge.rawValue))
        rows.word(.comma)
        rows.csvField("\(times.classes.dayName(set)) \(run.hours)")
        rows.word(.comma)
        rows.fixed(run.tenthsOfKmh, places: 1)
        rows.word(.line)
      }
    }
  }
  return rows.array
}

extension LearnedTimes {
  fileprivate struct Run {
    var hours: String
    var tenthsOfKmh: Int64
  }

  /// Neighbouring hours of a set of days that have the same speed.
  fileprivate func runs(on edge: EdgeID, days set: Int) -> [Run] {
    var runs: [Run] = []
    var begin = ""
    for range in classes.hours.indices {
      let number = set * classes.hours.count + range
      guard let speed = speed(on: edge, in: number) else { continue }
      let (tenths, name) = (max(10, Int64((speed * 36).rounded())), classes.hourName(number))
      if let last = runs.last, last.tenthsOfKmh == tenths, last.hours.suffix(5) == name.prefix(5) {
        runs[runs.count - 1].hours = begin + name.suffix(6)
      } else {
        begin = String(name.prefix(5))
        runs.append(Run(hours: name, tenthsOfKmh: tenths))
      }
    }
    return runs
  }
}
