package import Geodesy
package import Records
internal import Storage

/// The places of a file: CSV with a header, or GeoJSON as a collection or with one feature per line. The first character
/// decides.
package struct SiteFile: Sendable {
  package let path: String
  package private(set) var sites: [Site] = []
  /// The places that are left out.
  package private(set) var refusals: [Refusal] = []
  private var ids: Set<String> = []

  /// The radius of a place without radius and polygon: twice the 25 m that hold the fixes of a standing vehicle, since
  /// it stands beside the point and not on it.
  package static let defaultRadius: Metres = 50
  /// A larger circle is a mistake in the unit.
  static let longestRadius: Metres = 100_000

  /// - Throws: ``ChangeFileError`` if the file does not exist or lacks a column that is needed.
  package init(path: String) throws(ChangeFileError) {
    self.path = path
    let bytes = try wholeFile(path)
    switch bytes.first(where: { $0 > 0x20 && !byteOrderMark.contains($0) }) {
    case nil: throw .noLines(path: path, "there is no place in it")
    case UInt8(ascii: "{"), UInt8(ascii: "["): try readJSON(bytes)
    default: try readTable(bytes)
    }
  }

  /// The places, to be looked up.
  package var index: SiteIndex { SiteIndex(sites) }

  // MARK: CSV

  private mutating func readTable(_ bytes: [UInt8]) throws(ChangeFileError) {
    var table: CSVTable
    do throws(CSVTableError) {
      table = try CSVTable(ByteStream(bytes, path: path))
    } catch {
      throw .unreadable(error.description)
    }
    let columns = SiteColumns(of: table)
    guard columns.hasPosition else { throw .missingColumns(path: path, ["lat and lon, nor wkt"]) }
    guard columns.hasName else { throw .missingColumns(path: path, ["id, nor name"]) }
    do throws(StorageError) {
      while try table.next() {
        take(line: table.line) { () throws(SiteRefusal) in
          if let flaw = table.flaw { throw SiteRefusal(.badRow, flaw.description) }
          return try columns.site(table)
        }
      }
    } catch {
      throw .unreadable(error.description)
    }
  }

  // MARK: GeoJSON

  private mutating func readJSON(_ bytes: [UInt8]) throws(ChangeFileError) {
    let list = offsetOfList(in: bytes)
    let begin = list ?? 0
    let buffer = RecordBuffer(
      ByteStream(bytes, path: path), skipping: begin, line: 1 + bytes[..<begin].count { $0 == 0x0A })
    var stream = JSONStream(buffer, arrangement: list == nil ? .sequence : .list)
    do throws(StorageError) {
      while let element = try stream.next() {
        take(line: element.line) { () throws(SiteRefusal) in
          guard let value = element.value else { throw SiteRefusal(.badJSON, element.fault ?? "this is no JSON") }
          return try Site(feature: value)
        }
      }
    } catch {
      throw .unreadable(error.description)
    }
  }

  /// Where the first feature of a collection, or of a plain list, begins; `nil` for concatenated features.
  private func offsetOfList(in bytes: [UInt8]) -> Int? {
    let text = bytes.span
    var position = 0
    while position < text.count, text[position] != UInt8(ascii: "["), text[position] != UInt8(ascii: "{") {
      position += 1
    }
    if position < text.count, text[position] == UInt8(ascii: "[") { return position + 1 }
    let name = Array("\"features\"".utf8)
    while position + name.count < text.count {
      if text[position] == name[0], name.indices.allSatisfy({ text[position + $0] == name[$0] }) {
        var next = position + name.count
        while next < text.count, text[next] <= 0x20 || text[next] == UInt8(ascii: ":") { next += 1 }
        if next < text.count, text[next] == UInt8(ascii: "[") { return next + 1 }
      }
      position += 1
    }
    return nil
  }

  // MARK: Both

  private mutating func take(line: Int, _ read: () throws(SiteRefusal) -> Site) {
    do throws(SiteRefusal) {
      let site = try read()
      guard ids.insert(site.id).inserted else {
        throw SiteRefusal(.repeated, "an earlier place has the id \(shown(site.id))")
      }
      sites.append(site)
    } catch {
      refusals.append(
        Refusal(
          file: path, line: line, traceID: nil, reason: error.reason.rawValue,
          message: "\(error.message). The place was left out."))
    }
  }
}
