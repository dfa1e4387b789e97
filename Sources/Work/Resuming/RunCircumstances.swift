internal import FoundationEssentials
internal import Storage

/// What the rows of an input depend on besides its bytes. Rows of an earlier run are kept only if it is the same.
package struct RunCircumstances: Codable, Equatable, Sendable {
  /// The version and the build of the program.
  package var program: String
  /// The version of the map: the hash of its content.
  package var map: String
  /// All options that may change a row, as they were given.
  package var options: [String: String]
  /// Hashes of the other files that the run reads, by their paths.
  package var files: [String: String]
  /// The outputs and the text before their rows.
  package var outputs: [String]

  /// - Parameter keys: what stands for the contents of folders among the files.
  package init(
    program: String, map: String, options: [String: String], files: [String], keys: [String: UInt64] = [:],
    outputs: [String]
  ) {
    self.program = program
    self.map = map
    self.options = options
    let sums = files.map { ($0, (keys[$0] ?? checksum(ofFile: $0)).map { String($0, radix: 16) } ?? "-") }
    self.files = Dictionary(sums) { first, _ in first }
    self.outputs = outputs
  }

  /// As it was given; `not given` for UTC.
  var timeZone: String { options["time-zone"] ?? "not given" }

  var hash: UInt64 { checksum(Array(text.utf8)) }

  /// JSON with sorted keys.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// `nil` for a text of another version.
  init?(_ text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = read
  }

  /// What has changed, in a few words each.
  func differences(from earlier: RunCircumstances) -> [String] {
    var differences: [String] = []
    if map != earlier.map { differences.append("the map has changed") }
    if program != earlier.program {
      differences.append("the program is \(program) and was \(earlier.program)")
    }
    for name in Set(options.keys).union(earlier.options.keys).sorted() where options[name] != earlier.options[name] {
      differences.append("\(name) is \(options[name] ?? "not given") and was \(earlier.options[name] ?? "not given")")
    }
    for path in Set(files.keys).union(earlier.files.keys).sorted() where files[path] != earlier.files[path] {
      differences.append("\(path) has changed")
    }
    if differences.isEmpty, outputs != earlier.outputs { differences.append("the tables have changed") }
    return differences
  }
}
