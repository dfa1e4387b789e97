internal import Geodesy
internal import RoadGraph
internal import Storage

extension DriveRecord {
  /// Appends the record in the packed form of the store.
  ///
  /// Shape: vehicle, begin, trip, source, duration, stands, paths. A path has its steps and then its fixes. Times,
  /// edges and places follow each other as differences, which are short. The form depends on nothing but the record.
  func encode(into bytes: inout ByteBuffer) {
    bytes.append(packed: vehicle)
    bytes.append(signed: begin)
    bytes.append(packed: tripID)
    bytes.append(packed: source)
    bytes.append(signed: end &- begin)
    encodeStands(into: &bytes)
    bytes.append(packed: paths.count)
    var time = begin
    for path in paths {
      bytes.append(packed: path.steps.count)
      bytes.append(packed: path.fixes.count)
      path.encodeSteps(into: &bytes)
      path.encodeFixes(into: &bytes, after: &time)
    }
  }

  private func encodeStands(into bytes: inout ByteBuffer) {
    bytes.append(packed: stands.count)
    var last = Stand(begin: begin, end: begin, place: Place(latitudeE7: 0, longitudeE7: 0))
    for stand in stands {
      bytes.append(signed: stand.begin &- last.begin)
      bytes.append(signed: stand.end &- stand.begin)
      bytes.append(signed: Int64(stand.place.latitudeE7) - Int64(last.place.latitudeE7))
      bytes.append(signed: Int64(stand.place.longitudeE7) - Int64(last.place.longitudeE7))
      last = stand
    }
  }
}

extension DrivenPath {
  fileprivate func encodeSteps(into bytes: inout ByteBuffer) {
    var edge: Int64 = 0
    for step in steps {
      bytes.append(signed: Int64(step.edge.rawValue) - edge)
      edge = Int64(step.edge.rawValue)
      let beginsInside: UInt64 = step.begin == 0 ? 0 : 1
      bytes.append(packed: UInt64(step.doubts.rawValue) << 1 | beginsInside)
      if step.begin != 0 { bytes.append(signed: Int64(step.begin)) }
      bytes.append(signed: Int64(step.end) - Int64(step.begin))
    }
  }

  fileprivate func encodeFixes(into bytes: inout ByteBuffer, after time: inout Int64) {
    var (step, offset): (Int32, Int32) = (0, 0)
    for fix in fixes {
      if fix.step != step { offset = 0 }
      let doubt: Int64 = fix.isDoubtful ? 1 : 0
      bytes.append(signed: (Int64(fix.step) - Int64(step)) << 1 | doubt)
      bytes.append(signed: Int64(fix.offset) - Int64(offset))
      bytes.append(signed: fix.time &- time)
      (step, offset, time) = (fix.step, fix.offset, fix.time)
    }
  }
}

/// What names a drive and puts it in order, at the start of its packed form.
struct DriveKey: Hashable, Sendable {
  var vehicle: String
  var begin: Int64
  var tripID: String
  var source: String
  var end: Int64

  init(_ reader: inout PackedReader) {
    vehicle = reader.text()
    begin = reader.signed()
    tripID = reader.text()
    source = reader.text()
    end = begin &+ reader.signed()
  }
}

extension DriveRecord {
  /// Reads the packed form of one record, which takes all of the bytes.
  ///
  /// - Returns: `nil` for bytes that ``encode(into:)`` does not write: too few, too many, or with numbers that no drive has.
  ///   No memory is taken beyond a small multiple of the bytes.
  init?(decoding bytes: Span<UInt8>) {
    var reader = PackedReader(bytes)
    let key = DriveKey(&reader)
    self.init(vehicle: key.vehicle, tripID: key.tripID, source: key.source, begin: key.begin, end: key.end)
    decodeStands(&reader)
    let count = reader.count(ofAtLeast: 8)
    paths.reserveCapacity(count)
    var time = begin
    for _ in 0..<count where !reader.isDamaged { paths.append(DrivenPath(&reader, after: &time)) }
    let isSound = !reader.isDamaged && reader.isAtEnd && end >= begin
    guard isSound, paths.allSatisfy(\.isSound) else { return nil }
  }

  private mutating func decodeStands(_ reader: inout PackedReader) {
    let count = reader.count(ofAtLeast: 4)
    stands.reserveCapacity(count)
    var last = Stand(begin: begin, end: begin, place: Place(latitudeE7: 0, longitudeE7: 0))
    for _ in 0..<count where !reader.isDamaged {
      last.begin &+= reader.signed()
      last.end = last.begin &+ reader.signed()
      last.place = Place(
        latitudeE7: reader.fitting(reader.signed() &+ Int64(last.place.latitudeE7)),
        longitudeE7: reader.fitting(reader.signed() &+ Int64(last.place.longitudeE7)))
      stands.append(last)
    }
  }
}

extension DrivenPath {
  fileprivate init(_ reader: inout PackedReader, after time: inout Int64) {
    let (stepCount, fixCount) = (reader.count(ofAtLeast: 3), reader.count(ofAtLeast: 3))
    self.init(steps: [], fixes: [])
    decodeSteps(stepCount, &reader)
    decodeFixes(fixCount, &reader, after: &time)
  }

  private mutating func decodeSteps(_ count: Int, _ reader: inout PackedReader) {
    steps.reserveCapacity(count)
    var edge: Int64 = 0
    for _ in 0..<count where !reader.isDamaged {
      edge &+= reader.signed()
      let sign = reader.packed()
      let doubts: UInt8 = reader.fitting(Int64(bitPattern: sign >> 1))
      let begin = sign & 1 == 0 ? 0 : reader.signed()
      let end = begin &+ reader.signed()
      steps.append(
        DrivenStep(
          edge: EdgeID(reader.fitting(edge) as UInt32), begin: reader.fitting(begin), end: reader.fitting(end),
          doubts: StepDoubts(rawValue: doubts)))
    }
  }

  private mutating func decodeFixes(_ count: Int, _ reader: inout PackedReader, after time: inout Int64) {
    fixes.reserveCapacity(count)
    var (step, offset): (Int64, Int64) = (0, 0)
    for _ in 0..<count where !reader.isDamaged {
      let sign = reader.signed()
      if sign >> 1 != 0 { offset = 0 }
      step &+= sign >> 1
      offset &+= reader.signed()
      time &+= reader.signed()
      fixes.append(
        PathFix(step: reader.fitting(step), offset: reader.fitting(offset), time: time, isDoubtful: sign & 1 != 0))
    }
  }

  /// What every reader relies on: there are steps and fixes, and the fixes are on the steps.
  fileprivate var isSound: Bool {
    !steps.isEmpty && !fixes.isEmpty && steps.allSatisfy { $0.begin <= $0.end && $0.begin >= 0 }
      && fixes.allSatisfy { steps.indices.contains(Int($0.step)) }
  }
}
