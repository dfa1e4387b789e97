internal import Hierarchies
internal import RoadRules
private import Synchronization

/// The columns of a matrix as they are needed for pairs without a lawful path. They are prepared once for all workers, when
/// first needed.
final class LaterColumns: Sendable {
  /// Where the columns are on the mainland.
  struct Places: Sendable {
    var places: [SnappedWaypoint?] = []
    var isMoved: [Bool] = []
  }

  private struct Found: Sendable {
    var places: Places?
    var moved: MatrixColumns??
    var ashore: MatrixColumns??
    var yielding: MatrixColumns??
  }

  private let snapped: [SnappedWaypoint?]
  private let targets: [Waypoint]
  private let prepared: PreparedRoads
  private let lawfulArcs: ArcMeasures
  private let found = Mutex(Found())

  /// - Parameter columns: the lawful ones.
  init(
    _ snapped: [SnappedWaypoint?], _ targets: [Waypoint], besides columns: MatrixColumns, by prepared: PreparedRoads
  ) {
    self.snapped = snapped
    self.targets = targets
    self.prepared = prepared
    lawfulArcs = columns.arcs
  }

  /// For paths that violate something; `nil` if the hierarchy may not contain all roads that can be driven.
  var yielding: MatrixColumns? {
    found.withLock { found in
      let columns = found.yielding ?? MatrixColumns(snapped, by: prepared, .yielding)
      found.yielding = .some(columns)
      return columns
    }
  }

  /// The columns that were moved to the mainland, without the others.
  var moved: MatrixColumns? {
    found.withLock { found in
      let columns = found.moved ?? lawful(found.places.map { zip($0.places, $0.isMoved).map { $1 ? $0 : nil } } ?? [])
      found.moved = .some(columns)
      return columns
    }
  }

  /// All columns on the mainland, for rows that were moved there.
  var ashore: MatrixColumns? {
    found.withLock { found in
      let columns = found.ashore ?? lawful(found.places?.places ?? [])
      found.ashore = .some(columns)
      return columns
    }
  }

  private func lawful(_ places: [SnappedWaypoint?]) -> MatrixColumns? {
    MatrixColumns(places, by: prepared, arcs: lawfulArcs)
  }

  /// Where the columns are on the mainland; found before ``moved`` and ``ashore``.
  func places(on shore: Shore, costs: RoadCosts, using router: inout Router) -> Places {
    if let known = found.withLock({ $0.places }) { return known }
    var made = Places()
    for (target, place) in zip(targets, snapped) {
      let use = WaypointUse(waypoint: 1, of: 2)
      let other = place.map { router.ashore(target, at: $0, as: use, shore, costs: costs) }
      made.places.append(other)
      made.isMoved.append(place.flatMap { other?.isSamePlace(as: $0) } == false)
    }
    found.withLock { $0.places = made }
    return made
  }
}
