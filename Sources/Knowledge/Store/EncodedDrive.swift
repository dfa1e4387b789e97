internal import Storage

/// A drive in the packed form of the store, as workers pass it to the one who stores it.
package struct EncodedDrive: Sendable {
  let stored: StoredDrive
  var bytes: [UInt8] { stored.bytes }
  /// The number of its steps, for counts.
  package let stepCount: Int

  package init(_ drive: DriveRecord) {
    var buffer = ByteBuffer(capacity: 64 + 8 * drive.paths.reduce(0) { $0 + $1.steps.count + $1.fixes.count })
    drive.encode(into: &buffer)
    stored = StoredDrive(buffer.array)
    stepCount = drive.paths.reduce(0) { $0 + $1.steps.count }
  }
}

/// A stored drive: its bytes and what puts it in order.
struct StoredDrive: Sendable {
  let bytes: [UInt8]
  let key: DriveKey
  /// Where the bytes after the names begin.
  private let body: Int

  init(_ bytes: [UInt8]) {
    var reader = PackedReader(bytes.span)
    key = DriveKey(&reader)
    body = reader.position
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

  /// A drive replaces those of earlier runs with which it shares one of these and time.
  var parts: DriveParts {
    unsafe DriveParts(of: key, body: checksum(bytes.span.extracting(body...).bytes))
  }

  /// The UTC day on which it begins, counted from 1970.
  var day: Int { key.day }
}

enum DriveOrder { case before, same, after }

/// Hashes of what a drive has in common with itself in a later run of the same input.
struct DriveParts: Hashable, Sendable, BitwiseCopyable {
  let vehicle: UInt64
  let trip: UInt64
  /// Its path and its times: what stays if a run has more inputs, so that ids get other names.
  let path: UInt64

  /// - Parameter body: the hash of all but the names.
  init(of key: DriveKey, body: UInt64) {
    vehicle = checksum("v\u{0}\(key.vehicle)\u{0}\(key.source)")
    trip = checksum("t\u{0}\(key.tripID)\u{0}\(key.source)")
    path = checksum("p\u{0}\(body) \(key.begin)\u{0}\(key.source)")
  }

  var all: [UInt64] { [vehicle, trip, path] }
}

extension DriveKey {
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
