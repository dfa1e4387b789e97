package import Geodesy
package import Jobs
package import Moments
internal import Records

/// Reads what a dispatcher ordered, from one or several files, and the office's log.
///
/// A later file adds jobs, and fills what earlier files left empty. What is wrong with a record costs that record, and is
/// refused with file, line and reason.
///
/// Memory: the largest file as text, of VROOM as values; and the list.
package struct JobReader: Sendable {
  private let date: CivilDate?
  private let times: JobTimes
  private var jobs: [WrittenJob] = []
  private var numberOfJob: [Job.ID: Int] = [:]
  private var tours: [WrittenTour] = []
  private var descriptions: [String: String] = [:]
  private var logs: [OfficeLog] = []
  private var refusals: [Refusal] = []
  private var files: [String] = []

  /// - Parameters:
  ///   - date: the day of times without one, and of jobs that state none.
  ///   - clock: of times without an offset; `nil` for UTC.
  package init(date: CivilDate?, clock: LocalClock?) {
    self.date = date
    times = JobTimes(clock)
  }

  // MARK: Lists

  /// Reads a solution or a problem of VROOM, or rows of CSV or NDJSON.
  ///
  /// - Throws: ``ChangeFileError`` if the file cannot be read or holds none of these.
  package mutating func read(list path: String) throws(ChangeFileError) {
    let bytes = try wholeFile(path)
    take(try Self.file(bytes, path, on: date, times))
    files.append(path)
  }

  private static func file(
    _ bytes: [UInt8], _ path: String, on date: CivilDate?, _ times: JobTimes
  ) throws(ChangeFileError) -> JobFile {
    guard let (json, shape) = try document(in: bytes, path) else {
      return try JobFile(rows: bytes, path: path, on: date, times)
    }
    var reader = VROOMReader(path: path, on: date, times)
    reader.read(json, as: shape)
    return reader.file
  }

  /// The document of VROOM that a file is; `nil` if it has rows.
  private static func document(
    in bytes: [UInt8], _ path: String
  ) throws(ChangeFileError) -> (JSONValue, VROOMShape)? {
    guard bytes.first(where: { $0 > 0x20 && !byteOrderMark.contains($0) }) == UInt8(ascii: "{") else { return nil }
    switch Result(catching: { () throws(JSONError) in try JSONValue(parsing: bytes) }) {
    case .success(let json):
      if let shape = VROOMShape(json) { return (json, shape) }
      if JobColumns(names: json.fields?.map(\.name) ?? []).hasJob { return nil }
      throw .noLines(
        path: path, "this JSON holds no jobs; \(VROOMShape.words), and rows with a job each, as CSV or NDJSON, are read"
      )
    case .failure(let error):
      if hasObjectOnEachLine(bytes) { return nil }
      throw .badJSON(path: path, error)
    }
  }

  /// Whether the first line is an object, or the second begins with one: a document goes on there.
  private static func hasObjectOnEachLine(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.lazy.split(separator: 0x0A, maxSplits: 2).prefix(2).map { Array($0) }
    if let first = lines.first, (try? JSONValue(parsing: first))?.fields != nil { return true }
    return lines.count > 1 && lines[1].first { $0 > 0x20 } == UInt8(ascii: "{")
      && lines[0].last { $0 > 0x20 } == UInt8(ascii: "}")
  }

  private mutating func take(_ file: JobFile) {
    for job in file.jobs {
      if let number = numberOfJob[job.id] {
        jobs[number].fill(from: job)
      } else {
        numberOfJob[job.id] = jobs.count
        jobs.append(job)
      }
    }
    for tour in file.tours {
      if let number = tours.firstIndex(where: { $0.isSame(as: tour) }) {
        tours[number].fill(from: tour)
      } else {
        tours.append(tour)
      }
    }
    descriptions.merge(file.descriptions) { first, _ in first }
    refusals += file.refusals
  }

  // MARK: The log

  /// Reads rows of CSV or NDJSON with what the office did.
  ///
  /// - Throws: ``ChangeFileError`` if the file cannot be read or lacks a column that is needed.
  package mutating func read(events path: String) throws(ChangeFileError) {
    logs.append(try OfficeLog(try wholeFile(path), path: path, on: date, times))
    files.append(path)
  }

  // MARK: All together

  /// What all files say.
  ///
  /// - Parameter isOnMap: jobs elsewhere are refused; also tells polylines of six decimals from polylines of five.
  package func list(isOnMap: (Place) -> Bool) -> JobList {
    var list = JobList()
    (list.files, list.refusals) = (files, refusals)
    for written in jobs {
      do throws(JobRefusal) {
        list.jobs.append(try job(written, isOnMap))
      } catch {
        list.refusals.append(Refusal(error, JobCost.job, written.line, of: written.file))
      }
    }
    for written in tours {
      list.tours.append(tour(written, isOnMap, &list.refusals))
    }
    let known = KnownJobs(list.jobs)
    for log in logs {
      let (events, refusals) = log.events(of: known)
      list.log += events
      list.refusals += refusals
    }
    let order = list.log.indices.sorted { (list.log[$0].time, $0) < (list.log[$1].time, $1) }
    list.log = order.map { list.log[$0] }
    return list
  }

  private func job(_ written: WrittenJob, _ isOnMap: (Place) -> Bool) throws(JobRefusal) -> Job {
    guard let extent = written.extent else {
      throw JobRefusal(.missingPlace, "no file gives \(written.id.words) a place; write its lat and lon")
    }
    var job = written.job(at: extent, times)
    guard isOnMap(job.place) else {
      throw JobRefusal(.offMap, "\(job.id.words) is at \(job.place), which is not on the map")
    }
    if let asset = job.asset { job.asset = described(asset) }
    return job
  }

  private func tour(_ written: WrittenTour, _ isOnMap: (Place) -> Bool, _ refusals: inout [Refusal]) -> PlannedTour {
    var tour = written.tour
    tour.asset = described(tour.asset)
    guard !written.geometry.isEmpty else { return tour }
    do throws(RequestRefusal) {
      tour.line = try WrittenLine.polyline(written.geometry.utf8, isOnMap)
    } catch {
      let refusal = JobRefusal(.badValue, "geometry of the tour of \(shown(tour.asset.id)): \(error.message)")
      refusals.append(Refusal(refusal, JobCost.tour, nil, of: written.file))
    }
    return tour
  }

  private func described(_ asset: Job.Asset) -> Job.Asset {
    guard asset.description.isEmpty, let description = descriptions[asset.id] else { return asset }
    return Job.Asset(asset.id, description: description)
  }
}

extension WrittenTour {
  fileprivate func isSame(as other: WrittenTour) -> Bool {
    tour.asset.id == other.tour.asset.id && tour.day == other.tour.day
  }

  fileprivate mutating func fill(from later: WrittenTour) {
    tour.length = tour.length ?? later.tour.length
    tour.duration = tour.duration ?? later.tour.duration
    tour.departure = tour.departure ?? later.tour.departure
    if geometry.isEmpty { geometry = later.geometry }
  }
}

extension JobReader {
  /// Whether a file may draw the ways of its tours: a solution of VROOM with geometries.
  ///
  /// - Returns: `false` if the file cannot be read.
  package static func drawsWays(_ path: String) -> Bool {
    guard let bytes = try? wholeFile(path),
      bytes.first(where: { $0 > 0x20 && !byteOrderMark.contains($0) }) == UInt8(ascii: "{")
    else { return false }
    return bytes.contains(Array("\"geometry\"".utf8)) && bytes.contains(Array("\"routes\"".utf8))
  }
}
