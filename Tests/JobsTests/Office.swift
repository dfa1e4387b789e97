import Geodesy
import Moments

@testable import Jobs

/// Jobs and drives along one straight street, on which places are metres and moments are minutes.
struct Office {
  var list = JobList()
  var drives: [AssetDrive] = []
  static let day = CivilDate(year: 2026, month: 3, day: 2)

  /// - Parameter metres: from the beginning of the street.
  static func place(_ metres: Double) -> Place {
    Place(latitude: 47.1, longitude: 9.5 + metres / (111_320 * 0.6807))
  }

  static func moment(_ minutes: Double) -> Timestamp {
    Timestamp(millisecondsSince1970: 1_772_409_600_000).adding(seconds: 60 * minutes)
  }

  /// Orders a job at a place of the street.
  mutating func order(
    _ id: String, at metres: Double, of asset: String? = "van", window: ClosedRange<Double>? = nil,
    planned: Double? = nil
  ) {
    let place = Self.place(metres)
    var job = Job(Job.ID(id), at: place, extent: .circle(place, radius: 50))
    job.asset = asset.map { Job.Asset($0) }
    job.day = Self.day
    job.sequence = asset == nil ? nil : list.jobs.filter { $0.asset?.id == asset }.count + 1
    job.windows =
      window.map {
        [Job.Window(earliest: Self.moment($0.lowerBound), latest: Self.moment($0.upperBound))]
      } ?? []
    job.planned = planned.map(Self.moment)
    list.jobs.append(job)
  }

  mutating func note(
    _ kind: OfficeEvent.Kind, _ job: String, at minutes: Double, by asset: String? = nil, replacing other: String? = nil
  ) {
    var event = OfficeEvent(kind, of: Job.ID(job), by: asset, at: Self.moment(minutes))
    event.replaces = other.map { Job.ID($0) }
    list.log.append(event)
  }

  /// A drive with its stands: from and to in minutes, and where.
  mutating func drive(
    of asset: String = "van", from begin: Double = 0, to end: Double = 600, fixes: Int = 1000, trip: String? = nil,
    _ stands: (begin: Double, end: Double, place: Double)...
  ) {
    var drive = AssetDrive(
      tripID: trip ?? asset, traceID: trip ?? asset, asset: asset, day: Self.day, begin: Self.moment(begin),
      end: Self.moment(end), fixCount: fixes)
    drive.stands = stands.map { stand in
      JobStand(
        begin: Self.moment(stand.begin), end: Self.moment(stand.end), isLeft: stand.end < end,
        middle: Self.place(stand.place), fixCount: fixes / 10)
    }
    drive.claims = list.log.map { entry in
      let at = stands.first { Self.moment($0.begin) <= entry.time && entry.time <= Self.moment($0.end) }
      return CourseSample(
        time: min(max(entry.time, drive.begin), drive.end), place: Self.place(at?.place ?? 5000), position: nil,
        driven: 0)
    }
    drives.append(drive)
  }

  var report: JobReport {
    let days = JobDays(of: drives, to: JobBoard(list))
    return days.report(days.days.map { _ in TourFindings() })
  }

  /// The states of all jobs, in the order of the list.
  var states: [String] { report.jobs.map(\.state.rawValue) }

  subscript(job: String) -> JobResult? { report.jobs.first { $0.job.id.text == job } }
}

extension Timestamp {
  /// In minutes from the beginning of the street's day.
  var minutes: Double { seconds(since: Office.moment(0)) / 60 }
}
