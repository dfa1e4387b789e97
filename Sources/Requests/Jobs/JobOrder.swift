package import Jobs
package import Moments
internal import Records

/// A job that a dispatcher orders in a message.
package struct JobOrder: Sendable {
  package let job: Job
  /// The job whose place it takes.
  package let replaces: Job.ID?

  /// - Parameters:
  ///   - order: a JSON object with the names of a row of `--job-list`.
  ///   - clock: of times without an offset; `nil` for UTC.
  /// - Returns: the job, or else why it is none, as a clause.
  package static func read(
    _ order: [UInt8], job: String, asset: String?, dispatcher: String?, clock: LocalClock?
  ) -> Result<JobOrder, JobOrderError> {
    guard case .object(let own)? = try? JSONValue(parsing: order) else {
      return .failure(JobOrderError(reason: "its order is no object"))
    }
    let taken: Set = ["job", "asset", "dispatcher", "replaces"]
    var fields = own.filter { !taken.contains($0.name) }
    fields.append(JSONValue.Field(name: "job", value: .text(job)))
    if let asset { fields.append(JSONValue.Field(name: "asset", value: .text(asset))) }
    if let dispatcher { fields.append(JSONValue.Field(name: "dispatcher", value: .text(dispatcher))) }
    let replaced = own.first { $0.name == "replaces" }?.value.plainText
    do throws(JobRefusal) {
      let written = try written(JSONValue.object(fields).line(), JobTimes(clock))
      guard let extent = written.extent else { throw JobRefusal(.missingPlace, "its order gives no lat and lon") }
      return .success(
        JobOrder(job: written.job(at: extent, JobTimes(clock)), replaces: replaced.map { Job.ID($0) }))
    } catch {
      return .failure(JobOrderError(reason: error.message))
    }
  }

  private static func written(_ row: [UInt8], _ times: JobTimes) throws(JobRefusal) -> WrittenJob {
    guard var rows = try? JobRows(row, path: "", of: "order"), let first = try? rows.next() else {
      throw JobRefusal(.badJSON, "its order is no object")
    }
    let fields = try first.fields.get()
    return try JobColumns(names: fields.names).job(fields, line: 1, of: "", on: nil, times)
  }
}

/// Why an order makes no job.
package struct JobOrderError: Error, Equatable, Sendable {
  /// A clause.
  package let reason: String
}
