/// The tags of one object, by key. One value is reused for all objects of a pass.
///
/// Holds the tags in the form that libosmium lends — key, zero byte, value, zero byte, … — and the position of each
/// known value. Values become `String`s only on demand.
struct Tags {
  private struct Slot {
    var stamp: UInt32 = 0
    var range: Range<Int> = 0..<0
  }

  /// A tag that holds only under a condition.
  struct Conditional {
    let key: TagKey
    let direction: TagDirection
    /// The whole key, with `:conditional`.
    let fullKey: String
    /// As tagged: `no @ (22:00-06:00)`.
    let value: String
  }

  private var bytes: [UInt8] = []
  private var slots = Array(repeating: Slot(), count: TagKey.allCases.count * TagDirection.allCases.count)
  private var stamp: UInt32 = 0
  /// `…:conditional` tags of known keys, in the file's order.
  private(set) var conditionals: [Conditional] = []
  /// Any access key, in any direction; without one, the defaults hold.
  private(set) var speaksOfAccess = false
  /// Any key with `:forward` or `:backward`.
  private(set) var speaksOfDirections = false
  /// Any `oneway:…`, `cycleway…` or `busway…` key.
  private(set) var speaksOfOneways = false
  /// Any access key for single lanes.
  private(set) var speaksOfLanes = false
  /// Any limit of size or load.
  private(set) var speaksOfLimits = false

  init() {}

  /// Tags for rules that are tried without a file.
  init(_ pairs: KeyValuePairs<String, String>) { self.init(pairs: pairs.map { ($0.key, $0.value) }) }

  init(pairs: [(key: String, value: String)]) {
    for (key, value) in pairs { bytes += Array(key.utf8) + [0] + Array(value.utf8) + [0] }
    file()
  }

  /// Forgets the last object and indexes the tags of the next.
  mutating func load(_ lent: RawSpan) {
    bytes.removeAll(keepingCapacity: true)
    unsafe lent.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
    file()
  }

  private mutating func file() {
    stamp += 1
    conditionals.removeAll(keepingCapacity: true)
    (speaksOfAccess, speaksOfDirections, speaksOfOneways, speaksOfLimits) = (false, false, false, false)
    speaksOfLanes = false
    var position = 0
    while position < bytes.count {
      let key = scanKey(from: position)
      var end = key.end + 1
      while end < bytes.count && bytes[end] != 0 { end += 1 }
      file(key, value: min(key.end + 1, end)..<end)
      position = end + 1
    }
  }

  private struct ScannedKey {
    var start: Int
    var end: Int
    var hash: WordHash
    var lastColon: Int?
    var hashBeforeLastColon: WordHash
  }

  private func scanKey(from start: Int) -> ScannedKey {
    var key = ScannedKey(start: start, end: start, hash: WordHash(), lastColon: nil, hashBeforeLastColon: WordHash())
    while key.end < bytes.count && bytes[key.end] != 0 {
      if bytes[key.end] == UInt8(ascii: ":") {
        key.lastColon = key.end
        key.hashBeforeLastColon = key.hash
      }
      key.hash.add(bytes[key.end])
      key.end += 1
    }
    return key
  }

  private mutating func file(_ key: ScannedKey, value: Range<Int>) {
    if let known = TagKey.all.find(bytes, key.start..<key.end, hash: key.hash.value) {
      return set(known, .both, value)
    }
    guard let colon = key.lastColon else { return }
    switch suffix(colon + 1..<key.end) {
    case .forward, .backward:
      guard let known = TagKey.all.find(bytes, key.start..<colon, hash: key.hashBeforeLastColon.value) else { return }
      set(known, suffix(colon + 1..<key.end) == .forward ? .forward : .backward, value)
    case .conditional: fileConditional(key.start..<colon, value)
    case nil: return
    }
  }

  private enum Suffix { case forward, backward, conditional }

  private static let suffixes: Vocabulary<Suffix> = [
    "forward": .forward, "backward": .backward, "conditional": .conditional,
  ]

  private func suffix(_ range: Range<Int>) -> Suffix? { Self.suffixes.find(bytes, range) }

  private mutating func fileConditional(_ key: Range<Int>, _ value: Range<Int>) {
    var base = key
    var direction = TagDirection.both
    if let colon = bytes[key].lastIndex(of: UInt8(ascii: ":")) {
      if suffix(colon + 1..<key.upperBound) == .forward { direction = .forward }
      if suffix(colon + 1..<key.upperBound) == .backward { direction = .backward }
      if direction != .both { base = key.lowerBound..<colon }
    }
    guard let known = TagKey.all.find(bytes, base) else { return }
    conditionals.append(
      Conditional(
        key: known, direction: direction, fullKey: text(key) + ":conditional", value: text(value)))
  }

  private mutating func set(_ key: TagKey, _ direction: TagDirection, _ value: Range<Int>) {
    slots[slot(key, direction)] = Slot(stamp: stamp, range: value)
    if direction != .both { speaksOfDirections = true }
    if key.isAboutLanes { speaksOfLanes = true }
    switch key.concern {
    case .access: speaksOfAccess = true
    case .contraflow: speaksOfOneways = true
    case .limit: speaksOfLimits = true
    case .other: break
    }
  }

  private func slot(_ key: TagKey, _ direction: TagDirection) -> Int {
    Int(key.rawValue) * TagDirection.allCases.count + Int(direction.rawValue)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func range(_ key: TagKey, _ direction: TagDirection) -> Range<Int>? {
    let found = slots[slot(key, direction)]
    return found.stamp == stamp ? found.range : nil
  }

  func has(_ key: TagKey, _ direction: TagDirection = .both) -> Bool { range(key, direction) != nil }

  /// The value as text; `nil` if the key is absent.
  func text(_ key: TagKey, _ direction: TagDirection = .both) -> String? { range(key, direction).map { text($0) } }

  func value(_ key: TagKey, _ direction: TagDirection = .both, is word: String) -> Bool {
    guard let range = range(key, direction), range.count == word.utf8.count else { return false }
    return bytes[range].elementsEqual(word.utf8)
  }

  /// The value's entry in `vocabulary`; `nil` if the key is absent or the value unknown.
  func value<Value>(_ key: TagKey, _ direction: TagDirection = .both, in vocabulary: Vocabulary<Value>) -> Value? {
    range(key, direction).flatMap { vocabulary.find(bytes, $0) }
  }

  /// The entries in `vocabulary` of all known parts of the value, where `;` separates parts, joined into one; `nil` if
  /// the key is absent or no part is known.
  func joined<Value>(
    _ key: TagKey, _ direction: TagDirection = .both, in vocabulary: Vocabulary<Value>,
    by join: (Value, Value) -> Value
  ) -> Value? {
    guard let range = range(key, direction) else { return nil }
    if let whole = vocabulary.find(bytes, range) { return whole }
    var result: Value?
    for part in bytes[range].split(separator: UInt8(ascii: ";")) {
      guard let value = vocabulary.find(bytes, trimmed(part)) else { continue }
      result = result.map { join($0, value) } ?? value
    }
    return result
  }

  private func trimmed(_ part: ArraySlice<UInt8>) -> Range<Int> {
    var part = part.drop { $0 == UInt8(ascii: " ") }
    while part.last == UInt8(ascii: " ") { part.removeLast() }
    return part.startIndex..<part.endIndex
  }

  /// The entry in `vocabulary` of the first known part of the value, where `;` separates parts.
  func firstPart<Value>(_ key: TagKey, _ direction: TagDirection = .both, in vocabulary: Vocabulary<Value>) -> Value? {
    guard let range = range(key, direction) else { return nil }
    if let whole = vocabulary.find(bytes, range) { return whole }
    for part in bytes[range].split(separator: UInt8(ascii: ";")) {
      if let value = vocabulary.find(bytes, trimmed(part)) { return value }
    }
    return nil
  }
}
