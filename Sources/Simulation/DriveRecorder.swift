internal import Geodesy
internal import Moments
internal import RandomNumbers
internal import RoadGraph
internal import Traces

/// Makes the records of a drive from its way: course, motion, silences, fixes and errors of the whole trace.
struct DriveRecorder: Sendable {
  let graph: RoadGraph
  let settings: SimulationSettings

  /// The course of a drive at the speeds of its driver.
  func course(along steps: [Step], _ number: Int) -> SimulatedCourse {
    var speed = SplitMix64(seed: settings.seed, drive: number, concern: .speed)
    let eagerness = speed.uniform(in: CruisingSpeed.eagernesses)
    return SimulatedCourse(along: steps, on: graph, speeds: CruisingSpeed(mode: settings.mode, eagerness: eagerness))
  }

  func drive(
    _ number: Int, along course: SimulatedCourse, _ motion: Motion, missing: [StretchKind] = []
  ) -> SimulatedDrive {
    let (silence, isMissing) = silence(in: motion, number)
    let recording = Recording(
      course: course, motion: motion, settings: settings, start: start(number), silence: silence)
    let fixes = recording.fixes(drive: number)
    var drive = SimulatedDrive(
      id: "drive-\(number)", length: course.length, fixes: fixes, travelled: course.travelledPieces(between: fixes),
      stretches: recording.stretches(between: fixes), missing: missing + (isMissing ? [.gap] : []))
    disorder(&drive, number)
    return drive
  }

  /// A second of 2026-01-01, UTC.
  func start(_ number: Int) -> Timestamp {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .start)
    return Timestamp(millisecondsSince1970: 1_767_225_600_000 + 1000 * Int64(random.uniform() * 86_400))
  }

  /// A silence in the middle eight tenths of a drive, in whole seconds; missing if the drive is too short for it.
  private func silence(in motion: Motion, _ number: Int) -> (silence: ClosedRange<Seconds>?, isMissing: Bool) {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .silence)
    guard random.happens(settings.gaps) else { return (nil, false) }
    let room = 0.8 * motion.duration - settings.gapLength
    guard room > 1 else { return (nil, true) }
    let begin = (0.1 * motion.duration + random.uniform() * room).rounded(.down)
    return (begin...begin + settings.gapLength, false)
  }

  // MARK: Errors of whole traces

  private func disorder(_ drive: inout SimulatedDrive, _ number: Int) {
    var random = SplitMix64(seed: settings.seed, drive: number, concern: .disorder)
    if random.happens(settings.reversed) {
      drive.fixes.reverse()
      for index in drive.fixes.indices { drive.fixes[index].faults.insert(.reversed) }
    }
    if random.happens(settings.swapped) {
      for index in drive.fixes.indices {
        let place = drive.fixes[index].place
        drive.fixes[index].place = Place(latitudeE7: place.longitudeE7, longitudeE7: place.latitudeE7)
        drive.fixes[index].faults.insert(.swapped)
      }
    }
  }
}
