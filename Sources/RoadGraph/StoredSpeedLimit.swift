/// A speed limit in two bytes: km/h in bits 0–9, bit 14 no limit, bit 15 default of the class; 0 unknown.
struct StoredSpeedLimit: Hashable, Sendable, BitwiseCopyable {
  let rawValue: UInt16

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Speeds outside 1…1023 km/h are clamped.
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
