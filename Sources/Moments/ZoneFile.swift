internal import Storage

/// The clock of a zone by its name, such as `Europe/Vaduz`, from the zone files of the machine.
///
/// These files differ between machines, since the laws of countries change. For the same results everywhere, state the
/// rule itself.
package struct ZoneFile: Sendable {
  /// The rule of today as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3`.
  package let rule: String
  package let clock: LocalClock

  package static let folder = "/usr/share/zoneinfo"

  /// - Throws: ``ZoneError``.
  package init(of name: String, in folder: String = ZoneFile.folder) throws(ZoneError) {
    guard Self.isName(name) else { throw .noName(name) }
    let path = folder + "/" + name
    guard let bytes = try? wholeFile(path, atMost: .record) else { throw .noFile(name, path: path) }
    guard let rule = Self.lastLine(of: bytes), let clock = LocalClock(rule), let past = PastOffsets(zoneFile: bytes)
    else { throw .noRule(name, path: path) }
    self.rule = rule
    self.clock = clock.knowing(past)
  }

  /// `Europe/Vaduz`, `Etc/GMT+5`: words of letters, digits and few signs between slashes, not out of the folder.
  private static func isName(_ text: String) -> Bool {
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      word.first?.isLetter == true
        && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-+".contains($0)) }
    }
  }

  /// The text between the last two line feeds of a file of version 2 or later.
  ///
  /// - Source: RFC 8536 §3: the magic `TZif`, a version, and a footer enclosed in line feeds.
  private static func lastLine(of bytes: [UInt8]) -> String? {
    guard bytes.starts(with: Array("TZif".utf8)), bytes.count > 5, bytes[4] >= UInt8(ascii: "2"),
      bytes.last == UInt8(ascii: "\n"), let begin = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let line = bytes[(begin + 1)..<(bytes.count - 1)]
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}

/// Why a zone has no rule.
package enum ZoneError: Error, Equatable, Sendable {
  case noName(String)
  case noFile(String, path: String)
  case noRule(String, path: String)
}

extension ZoneError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noName(let name) where LocalClock.isMistakable(name),
      .noFile(let name, _) where LocalClock.isMistakable(name):
      "'\(name)' means east of Greenwich to some and, as POSIX reads it, west to others. Give the offset alone: +02:00 is "
        + "east of it, -02:00 west"
    case .noName(let text):
      "'\(text)' is no offset such as +01:00, no name of a zone such as Europe/Vaduz, and no rule of one such as "
        + "CET-1CEST,M3.5.0,M10.5.0/3"
    case .noFile(let name, _) where isAbbreviation(name):
      "'\(name)' is no zone but an abbreviation; several zones share one, and none says when its summer time begins. Name "
        + "the place, such as Europe/Berlin or America/New_York, or the offset, such as +02:00"
    case .noFile(let name, let path):
      "this machine has no zone '\(name)': cannot read \(path). Zones are called after places, such as Europe/Berlin; "
        + "without the zone files (tzdata) give an offset such as +02:00, or give the rule of the zone, such as "
        + "CET-1CEST,M3.5.0,M10.5.0/3"
    case .noRule(let name, let path):
      "\(path) has no rule of the zone '\(name)' in its last line. Give an offset such as +01:00, or the rule of the zone, "
        + "such as CET-1CEST,M3.5.0,M10.5.0/3"
    }
  }

  /// `CEST`, `IST`: the abbreviations of time zones, for which POSIX and countries use two to five letters.
  private func isAbbreviation(_ name: String) -> Bool {
    2...5 ~= name.count && name.allSatisfy { $0.isASCII && $0.isUppercase }
  }
}

extension ZoneFile {
  /// The names of all zones of the machine; empty if it has no zone files.
  package static func names(in folder: String = ZoneFile.folder) -> [String] {
    let entries = (try? folderEntries(of: folder)) ?? []
    return entries.flatMap { entry in
      // Copies of the whole tree, with and without leap seconds.
      guard !["posix", "right", "localtime", "posixrules"].contains(entry.name), entry.name.first?.isUppercase == true
      else { return [String]() }
      guard entry.kind == .directory else { return [entry.name] }
      return names(in: folder + "/" + entry.name).map { entry.name + "/" + $0 }
    }
  }
}
