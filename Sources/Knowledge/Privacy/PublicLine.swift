internal import RoadGraph

/// A line of the record of what was published: fields, none of them empty, between tabulators.
///
/// What cannot be read is 0 or empty, and ``isDamaged`` says so.
struct PublicLine {
  private var fields: [Substring] = []
  private var next = 0
  private(set) var isDamaged = false

  init() {}

  /// - Parameter text: as ``written`` was.
  init(_ text: String) { fields = text.split(separator: "\t", omittingEmptySubsequences: false) }

  var written: String { fields.joined(separator: "\t") }

  /// All fields have been read, and could be.
  var isReadWhole: Bool { !isDamaged && next == fields.count }

  // MARK: Writing

  mutating func add(_ number: Int) { fields.append("\(number)") }

  /// The shortest digits that give the same number again.
  mutating func add(_ number: Double?) { fields.append(number.map { "\($0)" } ?? "-") }

  mutating func add(_ text: String) {
    var field = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%", "\t", "\n", "\r": field += "%" + String(scalar.value, radix: 16) + ";"
      default: field.unicodeScalars.append(scalar)
      }
    }
    fields.append(field[...] + "'")
  }

  mutating func add(_ edge: EdgeID) { add(edge.index) }

  mutating func add(_ hours: WeekHours) {
    for number in [hours.days, hours.hours.lowerBound, hours.hours.upperBound] { add(number) }
  }

  mutating func add(_ support: Support) {
    for number in [support.passages, support.trips, support.vehicles, support.mostOfOne] { add(number) }
    let hashes = support.who.hashes.map { String($0, radix: 16) }.joined(separator: " ")
    add((support.who.isSample ? "+" : "") + hashes)
  }

  // MARK: Reading

  private mutating func field() -> Substring? {
    guard next < fields.count else {
      isDamaged = true
      return nil
    }
    defer { next += 1 }
    return fields[next]
  }

  private mutating func read<Value>(_ empty: Value, _ parse: (Substring) -> Value?) -> Value {
    guard let field = field(), let value = parse(field) else {
      isDamaged = true
      return empty
    }
    return value
  }

  mutating func integer() -> Int { read(0) { Int($0) } }
  mutating func number() -> Double { read(0) { Double($0) } }
  mutating func optional() -> Double? {
    read(.some(nil)) { $0 == "-" ? .some(nil) : Double($0).map(Optional.some) } ?? nil
  }

  mutating func text() -> String {
    read("") { field in
      guard field.count >= 2, field.first == "'", field.last == "'" else { return nil }
      let parts = field.dropFirst().dropLast().split(separator: "%", omittingEmptySubsequences: false)
      return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
        let sides = part.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        if let scalar = UInt32(sides[0], radix: 16).flatMap(Unicode.Scalar.init) { text.unicodeScalars.append(scalar) }
        text += sides.dropFirst().joined()
      }
    }
  }

  /// All texts that follow.
  mutating func rest() -> [String] {
    var texts: [String] = []
    while next < fields.count { texts.append(text()) }
    return texts
  }

  mutating func edge() -> EdgeID { EdgeID(read(0) { Int($0).flatMap { 0..<Int(UInt32.max) ~= $0 ? $0 : nil } }) }

  mutating func hours() -> WeekHours {
    let (days, first, last) = (integer(), integer(), integer())
    guard 0..<7 ~= days, 0 <= first, first < last, last <= 24 else {
      isDamaged = true
      return WeekHours(days: 0, hours: 0..<24)
    }
    return WeekHours(days: days, hours: first..<last)
  }

  mutating func code<Code: RawRepresentable & CaseIterable>() -> Code where Code.RawValue == String {
    let name = text()
    let all = Array(Code.allCases)
    guard let code = Code(rawValue: name) else {
      isDamaged = true
      return all[0]
    }
    return code
  }

  mutating func support() -> Support {
    var support = Support(passages: integer(), trips: integer(), vehicles: integer(), mostOfOne: integer())
    let sketch = text()
    let hashes = sketch.drop { $0 == "+" }.split(separator: " ").map { UInt64($0, radix: 16) }
    if hashes.contains(nil) { isDamaged = true }
    support.who = VehicleSketch(hashes: hashes.compactMap(\.self), isSample: sketch.hasPrefix("+"))
    return support
  }
}
