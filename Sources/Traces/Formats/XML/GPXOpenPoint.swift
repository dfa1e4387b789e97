internal import Geodesy
internal import Moments
internal import Storage

/// The point of a GPX document that is being read, and the element in it whose text is wanted.
struct GPXOpenPoint: ~Copyable {
  /// What ends with an element.
  enum End {
    case nothing, point
    /// A field whose text is to be taken.
    case field(PointField)
    /// The name of a track.
    case name
  }

  private var point = GPXPoint(line: 0)
  private(set) var isOpen = false
  private var depth = 0
  /// What is wrong with the XML of the point.
  private var damage: String?

  private var wanted = Wanted.nothing
  private var wantedDepth = 0
  private var text = ByteBuffer(capacity: Self.longestText)
  /// The open extension that says whether the position is good.
  private var flag: FixFlag?

  private enum Wanted {
    case nothing, flag
    case field(PointField)
  }

  /// Longer than any number or time.
  private static let longestText = 256

  /// Whether an element is open whose text is wanted.
  private var hasField: Bool { if case .nothing = wanted { false } else { true } }

  mutating func begin(line: Int, depth: Int, _ attributes: borrowing XMLAttributes) {
    point = GPXPoint(line: line)
    self.depth = depth
    isOpen = true
    wanted = .nothing  // the name of a track that damage left open
    attributes.forEach { name, value in
      switch name {
      case .latitude: point.take(latitude: value)
      case .longitude: point.take(longitude: value)
      default: break
      }
    }
  }

  /// - Returns: false if the element is no field; it may be an extension that is a flag.
  mutating func begin(_ name: XMLName, depth: Int) -> Bool {
    if hasField { return true }
    guard let field = PointField(name) else { return false }
    if field == .time && depth != self.depth + 1 { return true }  // an extension's time is not the fix's
    begin(.field(field), depth: depth)
    return true
  }

  mutating func begin(_ flag: FixFlag, depth: Int) {
    self.flag = flag
    begin(.flag, depth: depth)
  }

  /// Begins the name of a track.
  mutating func beginName(depth: Int) {
    if !hasField { begin(.field(.name), depth: depth) }
  }

  private mutating func begin(_ wanted: Wanted, depth: Int) {
    self.wanted = wanted
    wantedDepth = depth
    text.removeAll()
  }

  mutating func take(_ more: Span<UInt8>) {
    guard hasField, text.count < Self.longestText else { return }
    text.append(more.extracting(0..<min(more.count, Self.longestText)))
  }

  mutating func end(depth: Int, _ plainTimes: PlainTimes) -> End {
    if hasField && depth == wantedDepth { return endWanted(plainTimes) }
    return isOpen && depth == self.depth ? .point : .nothing
  }

  private mutating func endWanted(_ plainTimes: PlainTimes) -> End {
    let ended = wanted
    wanted = .nothing
    switch ended {
    case .field(.name): return .name
    case .field(.time):
      guard let time = plainTimes.time(ByteCursor(text.utf8)) else { return .field(.time) }
      point.take(time)
    case .field(let field): return .field(field)
    case .flag: takeFlag()
    case .nothing: break
    }
    return .nothing
  }

  private mutating func takeFlag() {
    if let flag { point.take(flag, text.array) }
    flag = nil
  }

  /// Takes the text of a field that has ended.
  mutating func take(_ field: PointField, _ times: TimeReading) {
    var point = point
    point.take(field, text.utf8, times)
    self.point = point
  }

  /// The name of a track that has ended.
  var name: String? { trackName(text.array) }

  mutating func meetDamage(_ message: String) {
    if isOpen && damage == nil { damage = message }
  }

  /// Ends the point; refuses one that is damaged, or within which the document ends or another point begins.
  mutating func close(isWhole: Bool, metresPerHDOP: Metres) -> (Fix, complaint: String?, GPXPoint.Marks) {
    isOpen = false
    var (fix, complaint) = point.fix(metresPerHDOP: metresPerHDOP)
    if damage == nil && isWhole { return (fix, complaint, point.marks) }
    wanted = .nothing
    if fix.refusal == nil {
      fix.refusal = .badRecord
      complaint = isWhole ? "the point is damaged: \(damage ?? "")" : "the point is not closed"
    }
    damage = nil
    return (fix, complaint, GPXPoint.Marks())
  }
}
