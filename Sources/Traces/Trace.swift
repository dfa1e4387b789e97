/// Where a trace came from.
package struct TraceSource: Hashable, Sendable {
  /// The file as the user named it; `-` for standard input.
  package var file: String
  /// The number of the `trk` in a GPX file, from 1.
  package let track: Int?
  /// The number of the `trkseg` within its track, from 1.
  package var segment: Int?

  package init(file: String, track: Int? = nil, segment: Int? = nil) {
    self.file = file
    self.track = track
    self.segment = segment
  }
}

/// The ordered fixes of one vehicle, one track segment or one run of rows, including refused ones.
package struct Trace: Sendable {
  /// The id in the source, or one formed from the file's name, track and segment.
  package var id: String
  package var source: TraceSource
  /// In input order; entry *i* is record `firstRecord` + *i* of this trace in the input.
  package var fixes: [Fix]
  /// Not 0 only if the trace was cut.
  package internal(set) var firstRecord = 0
  /// `nil` if the trace was not split.
  package internal(set) var part: TracePart?
  /// Whether it was cut from a trace that had been cleaned.
  package internal(set) var isPieceOfCleaned = false
  /// `nil` if no columns are kept.
  package internal(set) var kept: KeptValues?
  /// The vehicle, where its source names it beside the trace.
  private var namedVehicle: String?

  package init(id: String, source: TraceSource, fixes: [Fix], vehicle: String? = nil) {
    self.id = id
    self.source = source
    self.fixes = fixes
    namedVehicle = vehicle
  }
}

extension Trace {
  /// What its source calls the vehicle: in CSV the value of its column in the first row, or of the column that names the
  /// traces if there is no other; else the name of the file.
  package var vehicle: String { namedVehicle ?? (source.track == nil ? id : traceFileStem(source.file)) }
}
