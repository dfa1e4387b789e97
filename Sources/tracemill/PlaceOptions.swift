internal import ArgumentParser
internal import Records
internal import Reports
internal import Requests
internal import Settings
internal import Trips
internal import Work

/// The places that trips may visit.
struct PlaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Report when trips were at these places, and name stops after them: customers, depots, zones. CSV with id, name, lat, \
      lon and radius_m, or wkt; or GeoJSON of points and polygons. Without a radius, a point has one of 50 m.
      """, valueName: "file.geojson|file.csv"), completion: .file(extensions: ["geojson", "csv"]))
  var places: String?

  /// How long a visit takes at least, if a file or a variable says so.
  private var visitAfter: String? { RareSetting.visitAfter.text }

  var isGiven: Bool { places != nil }
  var files: [String?] { [places] }

  /// The options, for the manifest.
  var options: [String: String] {
    ["places": places, "visit_after": isGiven ? visitAfter : nil].compactMapValues(\.self)
  }

  func validate() throws {
    if let visitAfter, SplitSettings.seconds(of: visitAfter) == nil {
      throw RareSetting.visitAfter.refusal("a time such as 2min")
    }
  }

  /// The table goes with places.
  func check(_ tables: [String]) throws {
    guard !isGiven, tables.contains(TripTable.visits.rawValue) else { return }
    throw ValidationError("--table visits goes with --places.")
  }

  func apply(to settings: inout TraceSettings) throws {
    guard let places else { return }
    let file = try failing(.unreadableInput) { try SiteFile(path: places) }
    guard !file.sites.isEmpty else {
      let first = file.refusals.first.map { ": \($0.description)" } ?? ""
      throw Failure(exit: .unreadableInput, description: "\(places): there is no place in it\(first)")
    }
    settings.sites = file.index
    settings.siteRefusals = file.refusals
    if let time = visitAfter.flatMap(SplitSettings.seconds) { settings.visits.leastDwell = time }
  }
}
