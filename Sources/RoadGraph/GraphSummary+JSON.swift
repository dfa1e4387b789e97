internal import Foundation

extension GraphSummary: Encodable {
  /// The summary for programs: one JSON object, keys sorted, lengths in km with three decimals.
  package var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }

  private enum Key: String, CodingKey {
    case path, bytes, format, version, source, bounds, counts, classes, modes, flags, sections
    case nodeFlags = "node_flags"
    case speedLimits = "speed_limits"
  }

  package func encode(to encoder: any Encoder) throws {
    var map = encoder.container(keyedBy: Key.self)
    try map.encode(path, forKey: .path)
    try map.encode(bytes, forKey: .bytes)
    try map.encode(formatVersion, forKey: .format)
    try map.encode(version, forKey: .version)
    try map.encode(provenance, forKey: .source)
    try map.encode(bounds, forKey: .bounds)
    try map.encode(counts, forKey: .counts)
    try map.encode(classes, forKey: .classes)
    try map.encode(modes, forKey: .modes)
    try map.encode(flags, forKey: .flags)
    try map.encode(nodeFlags, forKey: .nodeFlags)
    try map.encode(speedLimits, forKey: .speedLimits)
    try map.encode(sections, forKey: .sections)
  }
}

extension GraphSummary.Share: Encodable {
  private enum Key: String, CodingKey {
    case name, edges
    case length = "length_km"
  }

  package func encode(to encoder: any Encoder) throws {
    var share = encoder.container(keyedBy: Key.self)
    try share.encode(name, forKey: .name)
    try share.encode(edges, forKey: .edges)
    try share.encode((Double(lengthInMillimetres) / 1000).rounded() / 1000, forKey: .length)
  }
}

extension GraphSummary.SpeedLimits: Encodable {
  private enum Key: String, CodingKey {
    case tagged, unknown
    case defaultOfClass = "default_of_class"
    case taggedShare = "tagged_share"
  }

  package func encode(to encoder: any Encoder) throws {
    var limits = encoder.container(keyedBy: Key.self)
    try limits.encode(tagged, forKey: .tagged)
    try limits.encode(defaultOfClass, forKey: .defaultOfClass)
    try limits.encode(unknown, forKey: .unknown)
    try limits.encode(taggedShare.map { ($0 * 1000).rounded() / 1000 }, forKey: .taggedShare)
  }
}
