package import RoadGraph

/// The measures of a vehicle with its load, as limited by signs.
///
/// An unknown measure is not bound by any limit.
package struct Vehicle: Hashable, Sendable {
  /// Raw values are the names in options and reports.
  package enum Measure: String, CaseIterable, Sendable {
    /// In metres.
    case height, width, length
    /// In tonnes, for the whole vehicle and for the heaviest axle.
    case weight
    case axleLoad = "axle_load"

    package var isLength: Bool { self == .height || self == .width || self == .length }
  }

  private var values: [Measure: Double] = [:]
  /// Carries dangerous goods.
  package var isHazardous: Bool?

  package init(_ values: [Measure: Double] = [:]) { self.values = values }

  /// No measure is known.
  package var isEmpty: Bool { values.isEmpty && isHazardous == nil }

  package subscript(measure: Measure) -> Double? {
    get { values[measure] }
    set { values[measure] = newValue }
  }

  /// Takes unknown measures from another vehicle.
  package func completed(by usual: Vehicle) -> Vehicle {
    var result = self
    result.values.merge(usual.values) { own, _ in own }
    result.isHazardous = isHazardous ?? usual.isHazardous
    return result
  }
}

/// The signs that exclude a vehicle from a road.
package struct Misfit: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(_ measure: Vehicle.Measure) {
    rawValue = 1 << UInt8(Vehicle.Measure.allCases.firstIndex(of: measure) ?? 0)
  }

  /// Dangerous goods are forbidden.
  package static let hazardous = Misfit(rawValue: 1 << UInt8(Vehicle.Measure.allCases.count))

  /// The measures that exceed a limit.
  package var measures: [Vehicle.Measure] { Vehicle.Measure.allCases.filter { contains(Misfit($0)) } }
}

/// The mode with the measures of the vehicle.
package struct Traveller: Hashable, Sendable {
  package var mode: TravelMode
  package var vehicle: Vehicle

  package init(_ mode: TravelMode, vehicle: Vehicle = Vehicle()) {
    self.mode = mode
    self.vehicle = vehicle.completed(by: Profile.of(mode).vehicle)
  }
}
