internal import Matching
package import Moments
internal import Reports
internal import Storage
internal import Traces
internal import Trips

/// How the trips of a run are spread over folders, as `{date}/{vehicle}`.
///
/// The folders are named as DuckDB, Spark and Hive read them: `date=2026-11-21/vehicle=van%207`.
package struct Partitioning: Equatable, Sendable {
  package enum Field: String, CaseIterable, Sendable {
    /// The day on which the trip begins.
    case date
    case vehicle
  }

  package let fields: [Field]
  /// Where the day begins.
  package var clock = LocalClock(offsetInMinutes: 0)

  /// - Parameter pattern: fields in braces with slashes between them.
  /// - Returns: `nil` for another pattern, or one with a field twice.
  package init?(_ pattern: String) {
    let names = pattern.split(separator: "/", omittingEmptySubsequences: false)
    fields = names.compactMap { name in
      name.hasPrefix("{") && name.hasSuffix("}") ? Field(rawValue: String(name.dropFirst().dropLast())) : nil
    }
    guard fields.count == names.count, Set(fields).count == fields.count else { return nil }
  }

  var pattern: String { fields.map { "{\($0.rawValue)}" }.joined(separator: "/") }

  /// The folder of a trip, below the folder of the run.
  func folder(of report: TripReport) -> String {
    fields.map { field in
      let value: String? =
        switch field {
        case .date: date(of: report.trip)
        case .vehicle: report.trip.matched.trace.vehicle
        }
      return "\(field.rawValue)=\(Self.safe(value ?? ""))"
    }.joined(separator: "/")
  }

  /// The partitions below the folder of a run, of whatever pattern.
  static func folders(below folder: String) -> [String] {
    var found: [String] = []
    var level = [folder]
    for _ in Field.allCases {
      level = level.flatMap { parent in
        ((try? folderEntries(of: parent)) ?? []).filter { $0.kind == .directory && isPartition($0.name) }
          .map { parent + "/" + $0.name }
      }
      found += level
    }
    return found
  }

  private static func isPartition(_ name: String) -> Bool {
    Field.allCases.contains { name.hasPrefix("\($0.rawValue)=") }
  }

  private func date(of trip: Trip) -> String? {
    guard let begin = trip.summary.beginTime else { return nil }
    let local = clock.time(begin)
    let milliseconds = local.moment.millisecondsSince1970 + 60_000 * Int64(local.offsetInMinutes)
    let day = (milliseconds - (milliseconds < 0 ? 86_399_999 : 0)) / 86_400_000
    return CivilDate(daysSince1970: Int(day)).iso8601
  }

  /// A value as part of a path, as Hive writes it: what a file system or a query might take for something else is
  /// percent-encoded, byte by byte. An empty value has a name of its own.
  static func safe(_ value: String) -> String {
    guard !value.isEmpty else { return "__HIVE_DEFAULT_PARTITION__" }
    var name = ""
    for byte in value.utf8 {
      if isPlain(byte) { name.unicodeScalars.append(Unicode.Scalar(byte)) } else { name += escaped(byte) }
    }
    if name.utf8.count <= longestName { return name }
    return name.prefix(longestName - 17) + "-" + String(checksum(Array(value.utf8)), radix: 16)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (byte < 16 ? "0" : "") + digits
  }

  /// File systems allow names of 255 bytes; the field's name comes before the value.
  private static let longestName = 200
}
