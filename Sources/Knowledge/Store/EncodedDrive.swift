internal import Storage

/// A drive in the packed form of the store, as workers pass it to the one who stores it.
package struct EncodedDrive: Sendable {
  let bytes: [UInt8]
  let key: DriveKey
  /// The number of its steps, for counts.
  package let stepCount: Int
  package let fixCount: Int

  package init(_ drive: DriveRecord) {
    var buffer = ByteBuffer(capacity: 64 + 8 * drive.paths.reduce(0) { $0 + $1.steps.count + $1.fixes.count })
    drive.encode(into: &buffer)
    bytes = buffer.array
    key = DriveKey(of: drive)
    stepCount = drive.paths.reduce(0) { $0 + $1.steps.count }
    fixCount = drive.paths.reduce(0) { $0 + $1.fixes.count }
  }
}

/// A stored drive: its bytes and what puts it in order.
struct StoredDrive: Sendable {
  let bytes: [UInt8]
  let key: DriveKey

  init(_ bytes: [UInt8]) {
    var reader = PackedReader(bytes.span)
    key = DriveKey(&reader)
    self.bytes = bytes
  }

  /// By vehicle, begin, trip and source, and by bytes if all these are equal.
  static func order(_ a: StoredDrive, _ b: StoredDrive) -> DriveOrder {
    if let order = a.key.vehicle.order(to: b.key.vehicle) { return order }
    if a.key.begin != b.key.begin { return a.key.begin < b.key.begin ? .before : .after }
    if let order = a.key.tripID.order(to: b.key.tripID) { return order }
    if let order = a.key.source.order(to: b.key.source) { return order }
    if a.bytes == b.bytes { return .same }
    return a.bytes.lexicographicallyPrecedes(b.bytes) ? .before : .after
  }

  /// Hash of what a later run of the same input gives its vehicle and its trip: a drive replaces those with which it
  /// shares one of them and time.
  var parts: (ofVehicle: UInt64, ofTrip: UInt64) { key.parts }

  /// The UTC day on which it begins, counted from 1970.
  var day: Int { key.day }
}

enum DriveOrder { case before, same, after }

extension DriveKey {
  var parts: (ofVehicle: UInt64, ofTrip: UInt64) {
    (checksum("v\u{0}\(vehicle)\u{0}\(source)"), checksum("t\u{0}\(tripID)\u{0}\(source)"))
  }

  var day: Int { begin.civilDay }
}

extension Int64 {
  /// The UTC day of a time in milliseconds, counted from 1970.
  var civilDay: Int { Int(self >= 0 ? self / 86_400_000 : (self + 1) / 86_400_000 - 1) }
}

extension String {
  /// By the bytes of UTF-8; `nil` if they are equal. Texts that only look equal differ.
  fileprivate func order(to other: String) -> DriveOrder? {
    if utf8.elementsEqual(other.utf8) { return nil }
    return utf8.lexicographicallyPrecedes(other.utf8) ? .before : .after
  }
}
