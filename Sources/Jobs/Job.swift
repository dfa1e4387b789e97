package import Geodesy
package import Moments

/// What a dispatcher ordered: a place to be served, perhaps by one asset, on one day and within times.
///
/// An asset is a vehicle with a driver who receives jobs.
package struct Job: Sendable {
  /// Pickups and deliveries have ids of their own: pickup 7, delivery 7 and job 7 are three jobs.
  package struct ID: Hashable, Sendable {
    package var kind: Kind
    package var text: String

    package init(_ text: String, kind: Kind = .job) {
      self.kind = kind
      self.text = text
    }
  }

  package enum Kind: String, CaseIterable, Sendable { case job, pickup, delivery }

  /// The names by which traces may call an asset.
  package struct Asset: Hashable, Sendable {
    package var id: String
    /// Another name: the asset is called so if traces are; empty if it has none.
    package var description: String

    package init(_ id: String, description: String = "") {
      self.id = id
      self.description = description
    }
  }

  /// A time within which service begins. At least one side is given.
  package struct Window: Hashable, Sendable {
    package var earliest: Timestamp?
    package var latest: Timestamp?

    package init(earliest: Timestamp? = nil, latest: Timestamp? = nil) {
      self.earliest = earliest
      self.latest = latest
    }
  }

  /// By how much a time of arrival must change before it is reported again.
  package enum ETAThreshold: Hashable, Sendable {
    /// 0 … 1 of the remaining time.
    case share(Double)
    case time(Seconds)
  }

  package var id: ID
  /// `nil` if anybody may do it.
  package var asset: Asset?
  /// The local day on which the drive begins that does it; `nil` for any day.
  package var day: CivilDate?
  /// Its place in the planned order, from 1.
  package var sequence: Int?
  /// A circle if a point was given.
  package var extent: SiteExtent
  /// The place that was given, or the middle of the ground.
  package var place: Place
  package var name = ""
  /// In order, and disjoint.
  package var windows: [Window] = []
  /// The planned arrival, after any waiting for the window to open.
  package var planned: Timestamp?
  /// The planned service.
  package var service: Seconds?
  /// As it was written; `job`, `pickup` or `delivery` if nothing was.
  package var type: String
  package var threshold: ETAThreshold?
  package var dispatcher = ""
  /// From 1.
  package var line: Int?

  package init(_ id: ID, at place: Place, extent: SiteExtent) {
    self.id = id
    self.place = place
    self.extent = extent
    type = id.kind.rawValue
  }

  /// When the last window closes; `nil` without one that does.
  package var latest: Timestamp? { windows.last?.latest }

  /// When service may begin at the earliest, after an arrival.
  package func opening(for arrival: Timestamp) -> Timestamp? {
    (windows.first { $0.latest.map { arrival <= $0 } ?? true } ?? windows.last)?.earliest
  }
}
