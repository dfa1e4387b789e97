internal import ArgumentParser
internal import RoadGraph
internal import Simulation

/// The drives of simulated vehicles.
struct SimulatedDrivingOptions: ParsableArguments {
  @Option(
    help: "Who travels: \(TravelMode.allCases.map(\.name).joined(separator: ", ")).",
    completion: .list(TravelMode.allCases.map(\.name)))
  var mode: String = TravelMode.car.name

  @Option(help: ArgumentHelp("Length of the drives in metres, one number or a range.", valueName: "m|m-m"))
  var length: String = "2000-10000"

  @Option(help: ArgumentHelp("Drives with a stretch of 60 to 600 m against a oneway.", valueName: "share"))
  var wrongWay: Double = 0

  @Option(
    help: ArgumentHelp(
      "Drives with a turn that a restriction bans at all times; such drives have no stretch against a oneway.",
      valueName: "share"))
  var forbiddenTurns: Double = 0

  @Option(
    help: ArgumentHelp(
      "Lawful drives on the streets that --wrong-way would take with the same seed, or beside them.", valueName: "share"
    ))
  var besideOneways: Double = 0

  @Option(help: ArgumentHelp("Drives that go into a side road, turn round and come back.", valueName: "share"))
  var detours: Double = 0

  @Option(help: ArgumentHelp("Drives that leave the road on a curve and come back to it.", valueName: "share"))
  var offRoad: Double = 0

  @Option(help: ArgumentHelp("Drives with a stop of 2 to 10 minutes.", valueName: "share"))
  var stops: Double = 0

  /// The options, for the manifest.
  var options: [String: String] {
    [
      "mode": mode, "length": length, "wrong_way": "\(wrongWay)",
      "forbidden_turns": "\(forbiddenTurns)", "beside_oneways": "\(besideOneways)",
      "detours": "\(detours)", "off_road": "\(offRoad)", "stops": "\(stops)",
    ]
  }

  func apply(to settings: inout SimulationSettings) throws {
    settings.length = try range(of: length)
    settings.wrongWay = try share(wrongWay, "--wrong-way")
    settings.forbiddenTurns = try share(forbiddenTurns, "--forbidden-turns")
    settings.besideOneways = try share(besideOneways, "--beside-oneways")
    settings.detours = try share(detours, "--detours")
    settings.offRoad = try share(offRoad, "--off-road")
    settings.stops = try share(stops, "--stops")
  }

  private func range(of text: String) throws -> ClosedRange<Double> {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
    guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, numbers.count <= 2,
      first >= 100, first <= last, last <= 1_000_000
    else { throw ValidationError("--length is a number of metres from 100 to 1000000, or two with a - between.") }
    return first...last
  }
}

/// The fixes of simulated receivers.
struct SimulatedReceiverOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Time from one fix to the next, in seconds.", valueName: "s"))
  var period: Double = 1

  @Option(help: ArgumentHelp("Standard deviation of the error on each axis, in metres.", valueName: "m"))
  var sigma: Double = 5

  @Option(
    help: ArgumentHelp(
      "Time in which the error falls to 1/e, in seconds (first-order Gauss-Markov); 0 for white noise.",
      valueName: "s"))
  var correlation: Double = 0

  @Option(help: ArgumentHelp("Share of fixes that are outliers.", valueName: "share"))
  var outliers: Double = 0

  @Option(
    help: ArgumentHelp("Distance of outliers, in metres: between half and one and a half times this.", valueName: "m"))
  var outlierDistance: Double = 150

  @Option(help: ArgumentHelp("Drives with a gap without fixes.", valueName: "share"))
  var gaps: Double = 0

  @Option(help: ArgumentHelp("Length of the gap, in seconds.", valueName: "s"))
  var gapLength: Double = 120

  @Flag(help: "No fixes in tunnels.")
  var tunnels = false

  @Option(help: ArgumentHelp("Traces whose rows run from the last to the first.", valueName: "share"))
  var reversed: Double = 0

  @Option(help: ArgumentHelp("Traces with latitude and longitude exchanged.", valueName: "share"))
  var swapped: Double = 0

  @Option(
    help: ArgumentHelp(
      "Additional columns of the receiver: \(DeviceColumn.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "column,…"))
  var record: String = ""

  /// The options, for the manifest.
  var options: [String: String] {
    [
      "period": "\(period)", "sigma": "\(sigma)", "correlation": "\(correlation)", "outliers": "\(outliers)",
      "outlier_distance": "\(outlierDistance)", "gaps": "\(gaps)", "gap_length": "\(gapLength)",
      "tunnels": tunnels ? "silent" : "heard", "reversed": "\(reversed)", "swapped": "\(swapped)", "record": record,
    ]
  }

  func apply(to settings: inout SimulationSettings) throws {
    if outliers == 0, outlierDistance != settings.outlierDistance {
      throw ValidationError("--outlier-distance goes with --outliers.")
    }
    if gaps == 0, gapLength != settings.gapLength { throw ValidationError("--gap-length goes with --gaps.") }
    settings.period = try number(period, "--period", 0.01...86_400, "seconds")
    settings.sigma = try number(sigma, "--sigma", 0...10_000, "metres")
    settings.correlation = try number(correlation, "--correlation", 0...86_400, "seconds")
    settings.outliers = try share(outliers, "--outliers")
    settings.outlierDistance = try number(outlierDistance, "--outlier-distance", 0...1_000_000, "metres")
    settings.gaps = try share(gaps, "--gaps")
    settings.gapLength = try number(gapLength, "--gap-length", 1...86_400, "seconds")
    settings.tunnels = tunnels ? .silent : .heard
    settings.reversed = try share(reversed, "--reversed")
    settings.swapped = try share(swapped, "--swapped")
    settings.columns = Set(try record.split(separator: ",").map { try choice(String($0), "--record") })
  }

  private func number(
    _ value: Double, _ option: String, _ range: ClosedRange<Double>, _ unit: String
  ) throws -> Double {
    guard range.contains(value) else {
      throw ValidationError("\(option) is \(range.lowerBound) to \(range.upperBound) \(unit).")
    }
    return value
  }
}

/// Checks a share on the command line.
private func share(_ value: Double, _ option: String) throws -> Double {
  guard (0...1).contains(value) else { throw ValidationError("\(option) is a share, from 0 to 1.") }
  return value
}
