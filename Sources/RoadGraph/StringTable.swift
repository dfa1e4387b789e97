/// Strings stored once each; 0 is the empty one.
struct StringTable {
  /// String *i* is bytes[first[i] ..< first[i + 1]].
  private(set) var first: [UInt32] = [0, 0]
  private(set) var bytes: [UInt8] = []
  private var ids: [String: UInt32] = [:]

  mutating func id(of text: String) -> UInt32 {
    if text.isEmpty { return 0 }
    if let known = ids[text] { return known }
    let id = UInt32(first.count - 1)
    ids[text] = id
    bytes += text.utf8
    first.append(UInt32(bytes.count))
    return id
  }
}

/// Values of a few keys, for ``SparseColumn``; keys are added in ascending order.
struct SparseValues<Value: BitwiseCopyable> {
  private(set) var keys: [UInt32] = []
  private(set) var values: [Value] = []

  mutating func add(_ value: Value, at key: Int) {
    keys.append(UInt32(key))
    values.append(value)
  }
}
