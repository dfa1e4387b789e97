/// The state of a folder of change files: the number of the newest one, and the time up to which it holds all changes;
/// beside them, as a line of tracemill's own, the sum of the extract of that version.
///
/// - Source: https://wiki.openstreetmap.org/wiki/Osmosis/Replication: lines `timestamp=2021-10-28T20\:21\:09Z` and
///   `sequenceNumber=3134`, in which a backslash hides the colon; lines that begin with `#` are comments.
package struct ReplicationState: Hashable, Sendable {
  package var sequence: Int
  package var version: ReleaseVersion
  /// The MD5 sum of the extract to which the change file leads; `nil` from other servers.
  package var extractMD5: String?

  package init(sequence: Int, version: ReleaseVersion, extractMD5: String? = nil) {
    self.sequence = sequence
    self.version = version
    self.extractMD5 = extractMD5
  }

  /// The name of the state of the newest change file, in the folder.
  package static let fileName = "state.txt"

  /// - Throws: ``MapLibraryError/damagedState(path:)`` if a line is missing, or is not a number or not a time.
  package init(parsing text: [UInt8], path: String) throws(MapLibraryError) {
    var values: [Substring: String] = [:]
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = parts[1].filter { $0 != "\\" } }
    }
    guard let number = values["sequenceNumber"].flatMap({ Int($0) }), (0...999_999_999).contains(number),
      let version = values["timestamp"].flatMap(ReleaseVersion.init)
    else { throw .damagedState(path: path) }
    self.init(sequence: number, version: version, extractMD5: values["extractMD5"])
  }

  package var text: String {
    "timestamp=\(version.description.split(separator: ":").joined(separator: "\\:"))\nsequenceNumber=\(sequence)\n"
      + (extractMD5.map { "extractMD5=\($0)\n" } ?? "")
  }

  /// Where the change file of a number is, in the folder: `000/003/134.osc.gz`.
  package static func changePath(_ sequence: Int) -> String { path(sequence) + ".osc.gz" }
  /// Where its state is: `000/003/134.state.txt`.
  package static func statePath(_ sequence: Int) -> String { path(sequence) + ".state.txt" }

  private static func path(_ sequence: Int) -> String {
    let digits = String(1_000_000_000 + sequence).dropFirst()
    return stride(from: 0, to: 9, by: 3).map { digits.dropFirst($0).prefix(3) }.joined(separator: "/")
  }
}
