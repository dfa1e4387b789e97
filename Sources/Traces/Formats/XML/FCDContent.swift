internal import Moments
internal import Records
internal import Storage

/// Turns the floating car data of a SUMO simulation into traces, one per vehicle, person or container.
///
/// A `timestep` has the places of all vehicles at one time, so the fixes of a trace are spread over the file; they are
/// gathered like the rows of a table. Times count from the start of the simulation. Only places in degrees are read
/// (`--fcd-output.geo`): SUMO writes them with six decimals or more, and metres of the network with two.
///
/// - Source: SUMO User Documentation, "FCDOutput".
final class FCDContent: XMLContent {
  private var gatherer: RowGatherer
  private var time: Timestamp?
  private var vehicle: Vehicle?
  private var depth = 0
  private var vehicleDepth = 0
  private var hasFixes = false
  private var damage: String?

  fileprivate struct Vehicle {
    var id: [UInt8] = []
    var point: GPXPoint
    var decimals = 0
  }

  /// With fewer decimals, places in degrees would be rounded to more than ten metres. No recording in degrees has so
  /// few, but every one in metres does.
  fileprivate static let leastDecimals = 4

  override init(source: String, settings: TraceReadingSettings) {
    gatherer = RowGatherer(source: source, settings: settings)
    super.init(source: source, settings: settings)
  }

  override var format: TraceFileFormat { XMLContent.format("fcd", "floating car data of SUMO") }
  override var rootName: String { "fcd-export" }
  override var resumptions: [String] { ["timestep"] }
  override var hasTraces: Bool { hasFixes }

  override func begin(_ element: borrowing XMLElement) {
    depth += 1
    if element.name == .timestep {
      time = nil
      element.attributes.forEach { if $0 == .time { time = Self.moment([UInt8](copying: $1)) } }
    } else if vehicle == nil, String(decoding: [UInt8](copying: element.spelled), as: UTF8.self).isMoving {
      vehicle = Vehicle(point: GPXPoint(line: element.line))
      vehicleDepth = depth
      element.attributes.forEach(take)
    }
  }

  private func take(_ name: XMLName, _ value: Span<UInt8>) {
    let text = [UInt8](copying: value)
    switch name {
    case .id: vehicle?.id = text
    case .x:
      vehicle?.point.take(longitude: value)
      vehicle?.noteDecimals(of: text)
    case .y:
      vehicle?.point.take(latitude: value)
      vehicle?.noteDecimals(of: text)
    case .speed: vehicle?.point.take(.speed, value, times)
    case .angle: vehicle?.point.take(.bearing, value, times)
    default: break
    }
  }

  override func end() {
    if let vehicle, depth == vehicleDepth { end(vehicle) }
    depth -= 1
  }

  override func meetDamage(_ message: String) {
    if vehicle != nil && damage == nil { damage = message }
  }

  override func resume() {
    vehicle = nil
    damage = nil
    depth = 0
  }

  override func finish(isDamaged: Bool) {
    vehicle = nil
    if !hasFixes && !isDamaged && !isStopped { items.note(.noTrack, "the file has no vehicle with a place.") }
  }

  override func handOutNext() -> Bool {
    do throws(StorageError) {
      return try gatherer.finishNext(&items)
    } catch {
      items.note(streamError: error)
      return false
    }
  }

  private func end(_ ended: Vehicle) {
    var vehicle = ended
    self.vehicle = nil
    if let time { vehicle.point.take(time) }
    var (fix, complaint) = vehicle.point.fix(metresPerHDOP: settings.metresPerHDOP)
    if fix.refusal == nil, !hasFixes, vehicle.isInMetres { return refuseMetres(line: vehicle.point.line) }
    if fix.refusal == nil, let flaw = damage.map({ "the element is damaged: \($0)" }) ?? timeComplaint {
      fix.refusal = damage == nil ? .badTime : .badRecord
      complaint = flaw
    }
    damage = nil
    add(fix, complaint, of: vehicle.id)
  }

  private var timeComplaint: String? {
    time == nil ? "the time of the timestep is no number of seconds and no h:mm:ss" : nil
  }

  private func add(_ fix: Fix, _ complaint: String?, of id: [UInt8]) {
    if !hasFixes, let time, fix.refusal == nil {
      hasFixes = true
      items.note(
        .relativeTimes, line: Int(fix.line),
        "times count from the begin of the simulation, here from \(time.millisecondsSince1970 / 1000) s; the dates are not "
          + "those of the drive.")
    }
    do throws(StorageError) {
      let field = CSVField(whole: id)
      try gatherer.select(id.span, field, of: field, line: Int(fix.line), &items)
      guard let reason = fix.refusal else { return gatherer.append(fix) }
      gatherer.append(fix, refusedFor: reason, &items, "\(complaint ?? reason.meaning). The point was skipped.")
    } catch {
      isStopped = true
      items.note(streamError: error)
    }
  }

  private func refuseMetres(line: Int) {
    isStopped = true
    items.note(
      .coordinatesUnknown, line: line,
      "the places are metres of the network of the simulation; run SUMO with --fcd-output.geo, which writes degrees. The "
        + "file was skipped.")
  }

  /// `12.50` seconds, or `0:00:12` and `1:00:00:12` with days.
  private static func moment(_ text: [UInt8]) -> Timestamp? {
    let parts = String(decoding: text, as: UTF8.self).split(separator: ":", omittingEmptySubsequences: false)
    guard 1...4 ~= parts.count else { return nil }
    let units: [Double] = [1, 60, 3600, 86_400]
    var seconds = 0.0
    for (part, unit) in zip(parts.reversed(), units) {
      guard let number = Double(part), number >= 0, number < 1e10 else { return nil }
      seconds += number * unit
    }
    return Timestamp(millisecondsSince1970: Int64((seconds * 1000).rounded()))
  }
}

extension FCDContent.Vehicle {
  fileprivate var isInMetres: Bool { decimals < FCDContent.leastDecimals }

  fileprivate mutating func noteDecimals(of text: [UInt8]) {
    decimals = max(decimals, text.firstIndex(of: UInt8(ascii: ".")).map { text.count - $0 - 1 } ?? 0)
  }
}

extension String {
  /// An element of something that moves.
  fileprivate var isMoving: Bool { ["vehicle", "person", "container"].contains(self) }
}

extension CSVField {
  fileprivate init(whole text: [UInt8]) {
    self.init()
    end = Int32(clamping: text.count)
  }
}

extension TraceFormat {
  static let fcd = TraceFormat(
    xml: "fcd", root: "fcd-export", endings: []
  ) { FCDContent(source: $0, settings: $1) }
}
