internal import Geodesy
internal import Moments

extension TraceSummary {
  /// A few lines for people.
  ///
  ///     trips.csv: CSV, comma, header; trace=trip_id lat=lat lon=lon time=time
  ///       not read: odometer, remark
  ///       889 traces, 118360 fixes, every 3 s
  ///       2011-04-03T04:50:55Z … 2011-05-02T23:22:05Z
  ///       41.8637000,-87.6912000 … 41.8852000,-87.6409000
  ///       refused: bad_position 3
  package var text: String {
    var lines = ["\(file): \(formatText)"]
    if let layout = format?.layout { lines += columnLines(of: layout) }
    if traces > 0 { lines.append("  " + countText) }
    if let parts { lines.append("  \(parts) \(parts == 1 ? "trip" : "trips")\(cuts.isEmpty ? "" : ": " + list(cuts))") }
    if let firstTime, let lastTime { lines.append("  \(firstTime.iso8601) … \(lastTime.iso8601)") }
    if let southWest, let northEast { lines.append("  \(southWest.sevenDecimals) … \(northEast.sevenDecimals)") }
    if !refusedFixes.isEmpty { lines.append("  refused: \(list(refusedFixes))") }
    if !notices.isEmpty { lines.append("  notices: \(list(notices))") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var formatText: String {
    guard let format else { return "not read" }
    return format.title + (format.layout.map { "; \($0.columnDescription)" } ?? "")
  }

  private func columnLines(of layout: CSVLayout) -> [String] {
    var lines: [String] = []
    if let source = layout.speedUnitSource {
      lines.append("  speed in \(layout.speedUnit.rawValue) (\(source.rawValue))")
    }
    if layout.columns[.heading] != nil, layout.headings != .degrees {
      lines.append("  heading in \(layout.headings.rawValue)")
    }
    if let shape = layout.timeDescription { lines.append("  times: \(shape)") }
    if layout.coordinates != .degrees { lines.append("  coordinates: \(layout.coordinates)") }
    if !layout.flags.isEmpty { lines.append("  validity by: \(layout.flagNames.joined(separator: ", "))") }
    if !layout.unusedColumns.isEmpty { lines.append("  not read: \(layout.unusedColumns.joined(separator: ", "))") }
    if !layout.doubtfulColumns.isEmpty {
      lines.append("  not read, though they might matter: \(layout.doubtfulColumns.joined(separator: ", "))")
    }
    let missing = layout.missingColumns.map(\.rawValue)
    if !missing.isEmpty {
      let cure = missing.map { "\($0)=NAME" }.joined(separator: ",")
      lines.append("  no column of: \(missing.joined(separator: ", ")) (--columns \(cure))")
    }
    return lines
  }

  private var countText: String {
    let period = medianSamplingPeriod.map { ", every \(shortDecimal($0)) s" } ?? ""
    return "\(traces) \(traces == 1 ? "trace" : "traces"), \(fixes) \(fixes == 1 ? "fix" : "fixes")\(period)"
  }

  private func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  /// One JSON object on one line, with keys in a fixed order and without absent values.
  package var jsonLine: String {
    var members = ["\"file\":\(jsonString(file))"] + formatMembers
    members += ["\"traces\":\(traces)", "\"fixes\":\(fixes)"]
    members += ["\"refused_fixes\":\(object(refusedFixes))", "\"notices\":\(object(notices))"]
    if let parts { members.append("\"trips\":\(parts),\"cuts\":\(object(cuts))") }
    if let firstTime, let lastTime {
      members.append("\"begin_time\":\"\(firstTime.fullISO8601)\",\"end_time\":\"\(lastTime.fullISO8601)\"")
    }
    if let low = southWest, let high = northEast {
      let corners = [low.longitudeE7, low.latitudeE7, high.longitudeE7, high.latitudeE7].map(sevenDecimals)
      members.append("\"bbox\":[\(corners.joined(separator: ","))]")
    }
    if let period = medianSamplingPeriod { members.append("\"median_period_s\":\(shortDecimal(period))") }
    return "{" + members.joined(separator: ",") + "}\n"
  }

  private var formatMembers: [String] {
    guard let format else { return [] }
    var members = ["\"format\":\"\(format.name)\""]
    if let version = format.version { members.append("\"version\":\(jsonString(version))") }
    if let layout = format.layout {
      if format.name == "csv" {
        members += ["\"delimiter\":\"\(layout.dialect)\"", "\"header\":\(layout.header != nil)"]
      }
      members += columnMembers(layout)
    }
    return members
  }

  private func columnMembers(_ layout: CSVLayout) -> [String] {
    let numbers = layout.columns.mapValues { $0 + 1 }
    let byName = Dictionary(uniqueKeysWithValues: numbers.map { ($0.key.rawValue, $0.value) })
    let unused = layout.unusedColumns.map(jsonString).joined(separator: ",")
    var members = [
      "\"columns\":\(object(byName))", "\"unused_columns\":[\(unused)]", "\"coordinates\":\"\(layout.coordinates)\"",
    ]
    if !layout.doubtful.isEmpty {
      members.append("\"doubtful_columns\":[\(layout.doubtfulColumns.map(jsonString).joined(separator: ","))]")
    }
    if !layout.flags.isEmpty {
      members.append("\"validity_columns\":[\(layout.flagNames.map(jsonString).joined(separator: ","))]")
    }
    if layout.headings != .degrees { members.append("\"heading_form\":\"\(layout.headings.rawValue)\"") }
    if let shape = layout.timeShape {
      members.append("\"time_format\":\(jsonString(shape)),\"local_times\":\(layout.hasLocalTimes)")
    }
    if let source = layout.speedUnitSource {
      members.append("\"speed_unit\":\"\(layout.speedUnit.rawValue)\",\"speed_unit_source\":\"\(source.rawValue)\"")
    }
    return members
  }

  private func object(_ counts: [String: Int]) -> String {
    let members = counts.sorted { $0.key < $1.key }.map { "\(jsonString($0.key)):\($0.value)" }
    return "{" + members.joined(separator: ",") + "}"
  }
}

/// At most two decimals, without trailing zeros.
private func shortDecimal(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  guard hundredths % 100 != 0 else { return String(hundredths / 100) }
  let fraction =
    hundredths % 10 == 0 ? "\(hundredths % 100 / 10)" : (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  return "\(hundredths / 100).\(fraction)"
}

private func sevenDecimals(_ e7: Int32) -> String {
  let magnitude = Int64(e7).magnitude
  let fraction = String(magnitude % 10_000_000)
  let zeros = String(repeating: "0", count: 7 - fraction.count)
  return "\(e7 < 0 ? "-" : "")\(magnitude / 10_000_000).\(zeros)\(fraction)"
}

extension Place {
  fileprivate var sevenDecimals: String {
    Traces.sevenDecimals(latitudeE7) + "," + Traces.sevenDecimals(longitudeE7)
  }
}

private func jsonString(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case _ where scalar.value < 0x20:
      let hexadecimal = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
