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
  /// Unique within a run: the id in the source, or one derived from it.
  package private(set) var id: String
  /// The id in the source, or one formed from the file's name, track and segment.
  package let writtenID: String
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
  package let namedVehicle: String?
  /// The name of its track or placemark.
  package let trackName: String?

  package init(
    id: String, source: TraceSource, fixes: [Fix], vehicle: String? = nil, trackName: String? = nil
  ) {
    self.id = id
    writtenID = id
    self.trackName = trackName
    self.source = source
    self.fixes = fixes
    namedVehicle = vehicle
  }
}

extension Trace {
  /// What its source calls the vehicle: in CSV the value of its column in the first row, or of the column that names the
  /// traces if there is no other; else the name of the file.
  package var vehicle: String { namedVehicle ?? (source.track == nil ? writtenID : traceFileStem(source.file)) }

  /// The ids under which people may know it: its own, that in the source, and the name of its file.
  package var knownIDs: [String] {
    let ids = [id, writtenID, traceFileStem(source.file)]
    return (part.map { part in ids.map { "\($0)/\(part.number)" } } ?? []) + ids
  }

  package mutating func rename(to id: String) { self.id = id }
}
