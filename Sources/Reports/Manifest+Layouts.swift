internal import FoundationEssentials
internal import Records
package import Traces

extension Manifest {
  var layoutFields: [String: JSONValue] {
    var fields: [String: JSONValue] = [:]
    if !layouts.entries.isEmpty { fields["layouts"] = .list(layouts.entries.map(\.json)) }
    if layouts.furtherFiles > 0 { fields["files_of_further_layouts"] = .integer(layouts.furtherFiles) }
    if !earlierLayouts.isEmpty { fields["earlier_layouts"] = .list(earlierLayouts.map(\.json)) }
    return fields
  }

  /// The layouts in the bytes of a manifest, with the layouts of earlier runs at the end. Unreadable entries are
  /// treated as not reported.
  package static func layouts(in bytes: [UInt8]) -> [LayoutTally.Entry] {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else { return [] }
    return ((document.layouts ?? []) + (document.earlier_layouts ?? [])).map(\.entry)
  }

  private struct Document: Decodable {
    var layouts: [Layout]?
    var earlier_layouts: [Layout]?
  }

  private struct Layout: Decodable {
    var format: String
    var columns: [ColumnUse.Field]
    var unused_columns: [String]
    var doubtful_columns: [String]
    var files: Int
    var first_file: String
    var told: Bool?

    var entry: LayoutTally.Entry {
      var entry = LayoutTally.Entry(
        use: ColumnUse(format: format, fields: columns, unused: unused_columns), doubtful: doubtful_columns,
        files: files, firstFile: first_file)
      entry.isTold = told ?? true
      return entry
    }
  }
}

extension LayoutTally.Entry {
  fileprivate var json: JSONValue {
    .sorted([
      "format": .text(use.format), "files": .integer(files), "first_file": .text(firstFile),
      "columns": .list(use.fields.map(\.json)), "unused_columns": .list(use.unused.map(JSONValue.text)),
      "doubtful_columns": .list(doubtful.map(JSONValue.text)), "told": .flag(isTold),
    ])
  }
}

extension ColumnUse.Field {
  fileprivate var json: JSONValue {
    var fields: [String: JSONValue] = ["field": .text(field), "column": .text(column)]
    if let unit { fields["unit"] = .text(unit) }
    return .sorted(fields)
  }
}
