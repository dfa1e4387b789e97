internal import ArgumentParser
internal import RoadGraph

/// Who travelled.
struct ModeOptions: ParsableArguments {
  @Option(
    help: "Who travelled: \(TravelMode.allCases.map(\.name).joined(separator: ", ")).",
    completion: .list(TravelMode.allCases.map(\.name)))
  var mode: String = TravelMode.car.name
}
