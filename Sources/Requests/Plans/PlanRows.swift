internal import Records
internal import Storage
internal import Traces

/// The fields of a row that gives a trace its plan.
enum PlanField: String, CaseIterable {
  case trace = "trace_id"
  case vehicle, date, time, plan
}

/// Why a row of `--plans` is refused. Raw values are the codes in reports.
package enum PlanRowReason: String, CaseIterable, Sendable {
  /// The row does not have the columns of the header, or a quote is not closed.
  case badRow = "bad_row"
  /// The line is not a JSON object.
  case badJSON = "bad_json"
  /// It names no plan, or neither a trace nor a vehicle and a day.
  case missingField = "missing_field"
  /// An invalid day or time of day, or both a trace and a vehicle.
  case badValue = "bad_value"
  /// An earlier row gives the same trace, or the same vehicle, day and time, a plan; or an earlier plan of a file has the
  /// same id.
  case repeated
  /// There is no such plan.
  case unknownPlan = "unknown_plan"
  /// The file has several plans, or several of a name, and the row does not say which.
  case ambiguousPlan = "ambiguous_plan"
  /// The file of the plan cannot be read.
  case unreadableFile = "unreadable_file"
  /// The file holds no plan; or a document of a file of plans is none.
  case badPlan = "bad_plan"
  /// The line exceeds the longest row.
  case tooLong = "line_too_long"
}

/// What is wrong with a row of `--plans`.
struct PlanRowRefusal: Error, Hashable, Sendable {
  var reason: PlanRowReason
  /// A clause that names the field and the offending value.
  var message: String

  init(_ reason: PlanRowReason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

/// The rows of a file that gives traces their plans: CSV with a header, or one JSON object per line. The first
/// character decides. Fields that have nothing to do with plans are ignored.
struct PlanRows {
  /// One row, without its empty fields.
  struct Row {
    /// From 1.
    let line: Int
    let values: Result<[PlanField: String], PlanRowRefusal>
  }

  /// The lines of a JSON file.
  private var lines: LineReader?
  /// The table of a CSV file, and its columns.
  private var table: CSVTable?
  private var columns: [PlanField: Int] = [:]

  init(path: String) throws(ChangeFileError) {
    let file: RecordFile
    do throws(StorageError) { file = try RecordFile(path: path) } catch { throw .unreadable(error.description) }
    switch file {
    case .empty: throw .noLines(path: path, "there is no row in it")
    case .jsonArray:
      throw .noLines(path: path, "a JSON array; write one row per line, without commas between them")
    case .lines(let lines): self.lines = lines
    case .table(let buffer): try begin(buffer)
    }
  }

  private mutating func begin(_ buffer: RecordBuffer) throws(ChangeFileError) {
    let table: CSVTable
    do throws(CSVTableError) { table = try CSVTable(buffer) } catch { throw .unreadable(error.description) }
    columns = Self.columns(of: table)
    if columns[.plan] == nil { throw .missingColumns(path: table.path, ["plan"]) }
    if columns[.trace] == nil, columns[.vehicle] == nil || columns[.date] == nil {
      throw .missingColumns(path: table.path, ["trace_id, nor vehicle and date"])
    }
    self.table = table
  }

  /// The columns by the names of their fields. Other words are looked for only where these do not say which trace a row is
  /// for, because a column such as `driver` or `day` beside `trace_id` may say anything.
  private static func columns(of table: CSVTable) -> [PlanField: Int] {
    var columns: [PlanField: Int] = [:]
    for field in PlanField.allCases { columns[field] = table.column(field.rawValue) }
    let known = KnownColumns(header: table.header)
    columns[.plan] = columns[.plan] ?? known.number(of: ["planid", "tour", "tourid"])
    if columns[.trace] != nil || columns[.vehicle] != nil && columns[.date] != nil { return columns }
    columns[.trace] = known.number(of: ["trace", "traceid", "trip", "tripid", "track", "trackid"])
    guard columns[.trace] == nil else { return columns }
    columns[.date] = columns[.date] ?? known.number(of: .date, besides: [columns[.plan]])
    columns[.vehicle] = columns[.vehicle] ?? known.number(of: .vehicle, besides: [columns[.plan], columns[.date]])
    return columns
  }

  /// The next row; `nil` at the end.
  mutating func next() throws(ChangeFileError) -> Row? {
    do throws(StorageError) {
      if let line = try lines?.next() {
        return Row(line: line.number, values: Result { () throws(PlanRowRefusal) in try Self.values(line.bytes) })
      }
      guard try table?.next() == true, let table else { return nil }
      return Row(
        line: table.line, values: Result { () throws(PlanRowRefusal) in try Self.values(table, columns) })
    } catch {
      throw .unreadable(error.description)
    }
  }

  private static func values(
    _ table: CSVTable, _ columns: [PlanField: Int]
  ) throws(PlanRowRefusal) -> [PlanField: String] {
    if let flaw = table.flaw { throw PlanRowRefusal(.badRow, flaw.description) }
    return columns.mapValues { trimmedID(table.text($0)) }.filter { !$0.value.isEmpty }
  }

  /// - Parameter line: `nil` for a line that is too long.
  private static func values(_ line: [UInt8]?) throws(PlanRowRefusal) -> [PlanField: String] {
    guard let line else { throw PlanRowRefusal(.tooLong, "the line is longer than \(RecordFile.longestLine) bytes") }
    guard let json = try? JSONValue(parsing: line), json.fields != nil else {
      throw PlanRowRefusal(.badJSON, "the line is no JSON object")
    }
    var values: [PlanField: String] = [:]
    for field in PlanField.allCases {
      guard let value = json[field.rawValue], value != .null else { continue }
      guard let word = value.word else {
        throw PlanRowRefusal(.badValue, "\(field.rawValue) is not a text or a whole number")
      }
      if !trimmedID(word).isEmpty { values[field] = trimmedID(word) }
    }
    return values
  }
}
