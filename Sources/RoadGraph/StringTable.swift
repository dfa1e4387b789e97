/// Strings stored once each; 0 is the empty one.
struct StringTable {
  /// String *i* is bytes[first[i] ..< first[i + 1]].
  private(set) var first: [UInt32] = [0, 0]
  private(set) var bytes: [UInt8] = []
  private var ids: [String: UInt32] = ["": 0]

  mutating func id(of text: String) -> UInt32 {
    if let known = ids[text] { return known }
    let id = UInt32(first.count - 1)
    ids[text] = id
    bytes += text.utf8
    first.append(UInt32(bytes.count))
    return id
  }

  /// The entries that are not empty, as sorted keys and the ids of their texts.
  mutating func sparse(_ texts: some Sequence<String>) -> (keys: [UInt32], values: [UInt32]) {
    var keys: [UInt32] = []
    var values: [UInt32] = []
    for (key, text) in texts.enumerated() where !text.isEmpty {
      keys.append(UInt32(key))
      values.append(id(of: text))
    }
    return (keys, values)
  }
}

/// A speed limit in two bytes: km/h in bits 0–9, bit 14 no limit, bit 15 default of the class; 0 unknown.
struct StoredSpeedLimit {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(_ limit: SpeedLimit?) {
    guard let limit else {
      rawValue = 0
      return
    }
    let value = limit.kmh.map { UInt16(min(max($0, 1), 1023)) } ?? 1 << 14
    rawValue = value | (limit.source == .defaultOfClass ? 1 << 15 : 0)
  }

  var limit: SpeedLimit? {
    guard rawValue != 0 else { return nil }
    return SpeedLimit(
      kmh: rawValue & (1 << 14) != 0 ? nil : Int(rawValue & 1023),
      source: rawValue & (1 << 15) != 0 ? .defaultOfClass : .tag)
  }
}
