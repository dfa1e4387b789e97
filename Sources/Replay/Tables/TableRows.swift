internal import Records
internal import Reports
internal import Storage

/// The rows of one table in a file, one at a time.
struct TableRows {
  private enum Source {
    case records(CSVTable)
    case lines(LineReader)
  }

  let name: String
  let path: String
  /// The columns except the ones that identify the report.
  let columns: [WrittenColumn]
  /// The number of each column in the header of CSV.
  private let numbers: [Int?]
  private let idNumber: Int?
  private let idName: String
  private var source: Source
  private var value = JSONValue.null
  /// The row that is read by ``id`` and ``text(_:)``; false at the end.
  private(set) var hasRow = true
  private(set) var line = 0

  /// - Parameter idName: the column that joins the tables of a folder.
  /// - Throws: ``ReplayError/badTable(path:reason:)``.
  init(_ name: String, at path: String, isCSV: Bool, schema: [ColumnSchema], idName: String) throws(ReplayError) {
    (self.name, self.path, self.idName) = (name, path, idName)
    let known = WrittenColumn.all(of: schema)
    do {
      let names: [String]
      if isCSV {
        let table = try CSVTable(path: path)
        names = table.header
        source = .records(table)
        idNumber = table.column(idName)
        if idNumber == nil { throw ReplayError.badTable(path: path, reason: "it has no column \(idName)") }
      } else {
        source = .lines(LineReader(RecordBuffer(try ByteStream(path: path)), longest: 1 << 30))
        names = known.map(\.name)
        idNumber = nil
      }
      let own = names.enumerated().filter { !WrittenColumn.identity.contains($0.element) }
      columns = own.map { _, name in known.first { $0.name == name } ?? WrittenColumn(name) }
      numbers = own.map { isCSV ? $0.offset : nil }
    } catch let error as ReplayError {
      throw error
    } catch {
      throw .badTable(path: path, reason: "\(error)")
    }
    try next()
  }

  /// Moves to the next row.
  ///
  /// - Throws: ``ReplayError/badTable(path:reason:)``.
  mutating func next() throws(ReplayError) {
    do {
      switch source {
      case .records(var table):
        hasRow = try table.next()
        line = table.line
        if hasRow, table.flaw != nil { throw ReplayError.badTable(path: path, reason: "line \(line) is broken") }
        source = .records(table)
      case .lines(var lines):
        hasRow = false
        while !hasRow, let next = try lines.next() {
          guard var bytes = next.bytes, bytes.first == UInt8(ascii: "{") else { continue }
          if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
          (value, line, hasRow) = (try JSONValue(parsing: bytes), next.number, true)
        }
        source = .lines(lines)
      }
    } catch let error as ReplayError {
      throw error
    } catch {
      throw .badTable(path: path, reason: "behind line \(line): \(error)")
    }
  }

  /// The id of the trip or request of the row.
  var id: String {
    switch source {
    case .records(let table): table.text(idNumber)
    case .lines: value[idName]?.cell ?? ""
    }
  }

  /// The id of its trace; empty if it names none.
  var traceID: String {
    switch source {
    case .records(let table): table.text(table.column("trace_id"))
    case .lines: value["trace_id"]?.cell ?? ""
    }
  }

  /// The text of a column; empty for none.
  func text(_ column: Int) -> String {
    switch source {
    case .records(let table): table.text(numbers[column])
    case .lines: columns[column].text(in: value)
    }
  }

  /// The row with the rows of other tables in it; `nil` unless it is a document.
  var document: JSONValue? { hasRow && value["schema"] != nil ? value : nil }
}

/// A column of a table that was written earlier.
struct WrittenColumn {
  let name: String
  let kind: CellColumn.Kind
  /// The object of a document in which the value is, and its name there; `nil` for its top level.
  private let place: (object: String, key: String)?

  /// A column that no table of this version has.
  init(_ name: String) { (self.name, kind, place) = (name, .words, nil) }

  private init(_ schema: ColumnSchema) {
    (name, kind) = (schema.name, CellColumn.Kind(schema.type))
    place = schema.documentPath.map { ($0.object, $0.key) }
  }

  /// Of two columns of one name, the first.
  static func all(of schema: [ColumnSchema]) -> [WrittenColumn] {
    var names: Set<String> = []
    return schema.filter { names.insert($0.name).inserted }.map { WrittenColumn($0) }
  }

  /// The columns that identify the trip or the request of a row.
  static let identity: Set<String> = ["trip_id", "trace_id", "id"]

  func text(in row: JSONValue) -> String {
    if let value = row[name] {
      // A document has the rows of the other tables, where the main table has their number.
      if case .numbers = kind, let rows = value.list { return "\(rows.count)" }
      return value.cell
    }
    return place.flatMap { row[$0.object]?[$0.key]?.cell } ?? ""
  }
}

extension JSONValue {
  /// The value as it is in CSV.
  var cell: String {
    switch self {
    case .list(let values): values.map(\.cell).joined(separator: " ")
    case .object(let fields): fields.map { "\($0.name)=\($0.value.cell)" }.joined(separator: " ")
    default: plainText ?? ""
    }
  }
}
