package import Moments
package import Records

/// What a vehicle has done, for the dispatcher to know.
package struct AssetEvent: Equatable, Sendable {
  /// What an event is about: the second word of its type.
  package enum Family: String, Sendable {
    case job, asset, message
  }

  package var asset: String
  package var family: Family
  /// The last word of its type, such as `arrived`.
  package var type: String
  /// `nil`, or empty, if it is of no job.
  package var job: String?
  package var time: Timestamp
  /// Whether it happens once for its asset, type and job, whatever its time. Other events also differ by their times.
  package var once: Bool
  /// The members of the event's `data`, in this order; those that are null are left out. `asset` and `job` are put in
  /// front of them.
  package var data: JSONValue
  /// One JSON value as it came from others, to the byte: the last member of `data`, `content`.
  package var content: [UInt8]?

  package init(
    asset: String, family: Family = .job, type: String, job: String? = nil, time: Timestamp, once: Bool,
    data: JSONValue = .object([:]), content: [UInt8]? = nil
  ) {
    self.asset = asset
    self.family = family
    self.type = type
    self.job = job
    self.time = time
    self.once = once
    self.data = data
    self.content = content
  }

  /// `tracemill.job.arrived`.
  package var fullType: String { "tracemill.\(family.rawValue).\(type)" }

  /// The job's id where there is one.
  var subject: String? { job.flatMap { $0.isEmpty ? nil : $0 } }
}

extension AssetEvent {
  /// The id of an asset's event: `van-7#12`.
  package static func id(asset: String, sequence: Int) -> String { "\(asset)#\(sequence)" }

  /// The event as a structured CloudEvent, always with the same bytes.
  ///
  /// - Parameter sequence: counts the asset's events from 1.
  /// - Source: CloudEvents 1.0.2, JSON format; the extension `sequence` of its list of extensions.
  package func cloudEvent(sequence: Int) -> [UInt8] {
    var bytes = ByteWriter(capacity: 512)
    bytes.text(#"{"specversion":"1.0","id":"#)
    bytes.jsonString(Self.id(asset: asset, sequence: sequence))
    bytes.text(#","source":"#)
    bytes.jsonString("/assets/" + percentEncoded(asset))
    bytes.text(#","type":"#)
    bytes.jsonString(fullType)
    if let subject { bytes.member("subject", subject) }
    bytes.member("time", time.iso8601)
    bytes.text(#","datacontenttype":"application/json""#)
    bytes.member("assetid", asset)
    bytes.text(",\"sequence\":\"\(sequence)\",\"data\":{\"asset\":")
    bytes.jsonString(asset)
    if let subject { bytes.member("job", subject) }
    let written: Set = ["asset", "job", "content"]
    for field in data.fields ?? [] where field.value != .null {
      if written.contains(field.name), field.name != "content" || content != nil { continue }
      bytes.text(",")
      bytes.jsonString(field.name)
      bytes.text(":")
      bytes.bytes(field.value.line())
    }
    if let content {
      bytes.text(#","content":"#)
      bytes.bytes(content)
    }
    bytes.text("}}")
    return bytes.array
  }

  /// The batch of some structured events.
  static func batch(of events: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    bytes.reserveCapacity(events.reduce(2) { $0 + $1.count + 1 })
    for (index, event) in events.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: event)
    }
    return bytes + [UInt8(ascii: "]")]
  }
}

extension ByteWriter {
  /// A further member of an object, which is a text.
  fileprivate mutating func member(_ name: String, _ value: String) {
    text(",\"\(name)\":")
    jsonString(value)
  }
}

/// A text as one segment of a path or as a value of a query: all but the unreserved characters is escaped.
///
/// - Source: RFC 3986, sections 2.1 and 2.3.
package func percentEncoded(_ text: String) -> String {
  var bytes: [UInt8] = []
  let digits = Array("0123456789ABCDEF".utf8)
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      bytes.append(byte)
    default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
