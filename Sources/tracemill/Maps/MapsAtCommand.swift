internal import ArgumentParser
internal import Geodesy
internal import MapLibrary

struct MapsAtCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "at", abstract: "Names the smallest region that contains a place.",
    discussion: """
      Examples:
        tracemill maps at 47.14,9.52
        tracemill maps at 47.14,9.52 --all
        tracemill maps install $(tracemill maps at 47.14,9.52)
      """)

  @Argument(help: ArgumentHelp("Latitude and longitude in degrees.", valueName: "lat,lon"))
  var place: String

  @Flag(help: "All regions that contain it, the smallest first.")
  var all = false

  @OptionGroup var server: ServerOptions

  func validate() throws { _ = try parsed() }

  func run() async throws {
    try libraryFailing {
      let regions = try server.open().index().regions(at: parsed())
      guard !regions.isEmpty else {
        throw Failure(exit: .notAllWell, description: "\(place): no region of the server contains this place")
      }
      try Console.put((all ? regions : [regions[0]]).map { $0.id + "\n" }.joined())
    }
  }

  private func parsed() throws -> Place {
    let numbers = place.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.filter { $0 != " " }) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      Place.isValid(latitude: latitude, longitude: longitude)
    else { throw ValidationError("A place is LAT,LON in degrees, such as 47.14,9.52, not \(place).") }
    return Place(latitude: latitude, longitude: longitude)
  }
}
