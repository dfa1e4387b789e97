/// One line of NMEA 0183 whose checksum fits.
///
/// - Source: NMEA 0183 4.11 as described in E. S. Raymond, "NMEA Revealed", https://gpsd.gitlab.io/gpsd/NMEA.html.
struct NMEASentence: Equatable {
  /// Talker and type: `GPRMC`, `GNGGA`.
  let address: String
  /// After the address.
  let fields: [String]
  let hasChecksum: Bool

  /// Why a line is not a sentence.
  enum Flaw: Error, Equatable, CustomStringConvertible {
    case noSentence
    case checksum(stated: String, actual: String)

    /// A clause.
    var description: String {
      switch self {
      case .noSentence: "the line is no NMEA sentence"
      case .checksum(let stated, let actual): "the checksum is \(stated) and should be \(actual)"
      }
    }
  }

  /// The last three letters of the address; the talker before it says which satellites were used. Makers' own sentences
  /// have the type `P`.
  var type: String { address.hasPrefix("P") ? "P" : String(address.suffix(3)) }

  /// A field; empty beyond the last one.
  subscript(index: Int) -> String { index < fields.count ? fields[index] : "" }

  /// Whatever precedes the `$` on its line is skipped: tag blocks and the times of loggers.
  init(_ line: [UInt8]) throws(Flaw) {
    guard let start = line.firstIndex(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "!") }) else {
      throw .noSentence
    }
    let text = line[start...].dropFirst()
    let body = text.prefix { $0 != UInt8(ascii: "*") }
    let parts = String(decoding: body, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
    guard let address = parts.first, (4...8).contains(address.count), address.utf8.allSatisfy(Self.isOfAddress),
      body.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { throw .noSentence }
    self.address = String(address)
    fields = parts.dropFirst().map(String.init)
    hasChecksum = body.endIndex < text.endIndex
    guard hasChecksum else { return }
    let rest = text[body.endIndex...].dropFirst()
    guard rest.dropFirst(2).allSatisfy({ $0 <= 0x20 }) else { throw .noSentence }
    let stated = String(decoding: rest.prefix(2), as: UTF8.self)
    let sum = body.reduce(0, ^)
    let actual = (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
    if stated.uppercased() != actual { throw .checksum(stated: stated.isEmpty ? "missing" : stated, actual: actual) }
  }

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
  }

  /// Whether a file that begins so is NMEA 0183: its first line that is not blank is a sentence, perhaps after a tag
  /// block or a time.
  static func begins(_ sample: [UInt8]) -> Bool {
    let line = sample.split(maxSplits: 20) { $0 == 0x0A || $0 == 0x0D }.first { line in line.contains { $0 > 0x20 } }
    guard let line, let start = line.firstIndex(of: UInt8(ascii: "$")) else { return false }
    let isTagged = line.first == UInt8(ascii: "\\")
    let letters = line[..<start].filter { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A && $0 != 0x54 && $0 != 0x5A }
    let address = line[start...].dropFirst().prefix { $0 != UInt8(ascii: ",") }
    return (isTagged || letters.isEmpty) && (4...8).contains(address.count) && address.allSatisfy(isOfAddress)
      && address.endIndex < line.endIndex
  }
}
