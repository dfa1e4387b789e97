package import Geodesy
package import RoadGraph

/// How one mode travels: its speeds, its preferences, and its delays at junctions.
///
/// All modes are rows of the tables in `Profile+Modes.swift`; no other part of routing distinguishes modes.
/// Documentation/Routing.md says where the numbers come from.
package struct Profile: Sendable {
  package var mode: TravelMode
  /// Free-flow speeds in km/h by ``RoadClass`` if no limit is tagged; 0 if the mode does not use the class.
  package var classSpeeds: ClassTable
  /// Speeds in km/h on classes that the mode does not use, where tags admit it nevertheless.
  package var foreignSpeeds: ClassTable
  /// Free-flow speed divided by the tagged limit, by class; 0 if limits do not affect the mode.
  package let shareOfLimit: ClassTable
  /// The cost of a second on a road of each class, in seconds: above 1 for classes that the mode prefers to avoid.
  package var dislike: ClassTable
  /// The top speed of the vehicle, in km/h.
  package var topSpeed: Double
  /// The fastest speed in km/h on each ``Surface``.
  package let surfaceSpeeds: SurfaceTable
  /// The speed on driveways, parking aisles and alleys, in km/h.
  package let minorServiceSpeed: Double
  /// The speed in km/h of those who push their vehicle where only walking is allowed; infinite for other modes.
  package var pushingSpeed = Double.infinity
  /// It has no passengers, so that lanes for car pools are not for it.
  package var avoidsCarPoolLanes = false
  /// The one speed on all roads with which shortest routes are weighted, in km/h.
  package var referenceSpeed: Double
  package var delays: Delays
  /// Its default measures, used where a request gives none.
  package var vehicle = Vehicle()

  /// Delays at nodes and turns, in seconds.
  package struct Delays: Sendable {
    /// A turn by a right angle; for other angles θ this times (1 − cos θ).
    package var rightAngle: Seconds
    /// Added to a turn across oncoming traffic, times (1 − cos θ).
    package var acrossTraffic: Seconds
    package var uTurn: Seconds
    package let signals: Seconds
    package let stopSign: Seconds
    package let giveWay: Seconds
    package let levelCrossing: Seconds
    package let tollBooth: Seconds
    /// A barrier that lets the mode pass: a gate, a lift gate, a bollard.
    package var barrier: Seconds
    /// Waiting for and boarding a ferry.
    package let boarding: Seconds
  }
}

/// One number for each class of road.
package struct ClassTable: Sendable, ExpressibleByDictionaryLiteral {
  private var values = [Double](repeating: 0, count: RoadClass.allCases.count)

  package init(dictionaryLiteral elements: (RoadClass, Double)...) {
    for (roadClass, value) in elements { self[roadClass] = value }
  }

  /// The same value for all classes except some.
  package init(all value: Double, except others: ClassTable = [:]) {
    values = others.values.map { $0 == 0 ? value : $0 }
  }

  package subscript(roadClass: RoadClass) -> Double {
    get { values[Int(roadClass.rawValue)] }
    set { values[Int(roadClass.rawValue)] = newValue }
  }

  package func map(_ change: (Double) -> Double) -> ClassTable {
    var result = self
    result.values = values.map(change)
    return result
  }

  package func replacing(_ others: ClassTable) -> ClassTable {
    var result = self
    for (i, value) in others.values.enumerated() where value != 0 { result.values[i] = value }
    return result
  }

  package var greatest: Double { values.max() ?? 0 }
  package var least: Double { values.min() ?? 0 }
}

/// One number for each kind of surface; infinite for surfaces not listed.
package struct SurfaceTable: Sendable, ExpressibleByDictionaryLiteral {
  private var values = [Double](repeating: .infinity, count: Surface.allCases.count)

  package init(dictionaryLiteral elements: (Surface, Double)...) {
    for (surface, value) in elements { values[Int(surface.rawValue)] = value }
  }

  package subscript(surface: Surface) -> Double { values[Int(surface.rawValue)] }
}
