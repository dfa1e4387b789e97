internal import Geodesy

/// A stand that is long enough to be a stay.
struct LongStand: BitwiseCopyable {
  /// In milliseconds since 1970.
  var begin: Int64
  var end: Int64
  var place: Place
  var vehicle: UInt32
  /// The number of the last drive in which it was.
  var drive: UInt32

  var duration: Seconds { Seconds(end - begin) / 1000 }
}

/// Finds the stands of drives, and those between two drives of a vehicle; keeps the last one of each vehicle.
///
/// Many loggers sleep with the ignition, so most nights are between two drives: a drive that begins where the one
/// before ended. Stands that follow each other at one place are one.
struct LongStandReader {
  private let settings: StaySettings
  private(set) var vehicles = NameNumbers()
  /// By vehicle: the stand that may still go on, or the end of the drive before as a stand of no length.
  private var last: [LongStand?] = []
  private var drives: UInt32 = 0
  private(set) var stands: [LongStand] = []
  private let place: (EdgePlace) -> Place

  /// A fix on an edge.
  typealias EdgePlace = (step: DrivenStep, fix: PathFix)

  init(_ settings: StaySettings, place: @escaping (EdgePlace) -> Place) {
    self.settings = settings
    self.place = place
  }

  mutating func take(_ drive: DriveRecord) {
    let vehicle = vehicles[drive.vehicle]
    if Int(vehicle) == last.count { last.append(nil) }
    drives &+= 1
    func stand(_ begin: Int64, _ end: Int64, _ place: Place) -> LongStand {
      LongStand(begin: begin, end: end, place: place, vehicle: vehicle, drive: drives)
    }
    guard !drive.isCut else {
      // Before and after what is left of it, the vehicle was somewhere else.
      close(Int(vehicle))
      for each in drive.stands { add(stand(each.begin, each.end, each.place)) }
      return close(Int(vehicle))
    }
    if let first = drive.paths.first { add(stand(drive.begin, drive.begin, end(of: first, isFirst: true))) }
    for each in drive.stands { add(stand(each.begin, each.end, each.place)) }
    if let path = drive.paths.last {
      let place = end(of: path, isFirst: false)
      // A stand at the end goes on; the place where it stood is better known than that of a fix.
      add(stand(drive.end, drive.end, continued(at: place, vehicle, drive.end) ?? place))
    } else if let stand = last[Int(vehicle)], !continues(stand, until: drive.end) {
      close(Int(vehicle))
    }
  }

  /// All that may still go on.
  mutating func finish() {
    for stand in last { keep(stand) }
    last = []
  }

  private mutating func close(_ vehicle: Int) {
    keep(last[vehicle])
    last[vehicle] = nil
  }

  private func end(of path: DrivenPath, isFirst: Bool) -> Place {
    let fix = isFirst ? path.fixes[0] : path.fixes[path.fixes.count - 1]
    return place((path.steps[Int(fix.step)], fix))
  }

  private func continued(at place: Place, _ vehicle: UInt32, _ time: Int64) -> Place? {
    guard let stand = last[Int(vehicle)], stand.end > stand.begin, continues(stand, until: time),
      groundDistance(stand.place, place) <= settings.sameReach
    else { return nil }
    return stand.place
  }

  /// Whether nothing is known to have happened between a stand and a time.
  private func continues(_ stand: LongStand, until time: Int64) -> Bool {
    time >= stand.end && Seconds(time - stand.end) / 1000 <= settings.longestDrift
  }

  /// Stands must be added in order for each vehicle.
  private mutating func add(_ stand: LongStand) {
    let number = Int(stand.vehicle)
    guard var before = last[number] else {
      last[number] = stand
      return
    }
    let isSame = groundDistance(before.place, stand.place) <= settings.sameReach
    let isNext = before.drive != stand.drive || continues(before, until: stand.begin)
    if isSame, isNext, stand.begin >= before.end {
      // The place of the longer stand is the better known one.
      if stand.duration > before.duration { before.place = stand.place }
      before.end = max(before.end, stand.end)
      before.drive = stand.drive
      last[number] = before
    } else {
      keep(before)
      last[number] = stand
    }
  }

  private mutating func keep(_ stand: LongStand?) {
    if let stand, stand.duration >= settings.leastDuration { stands.append(stand) }
  }
}
