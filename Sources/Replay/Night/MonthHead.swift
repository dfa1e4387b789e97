internal import Knowledge
internal import Moments
internal import RoadGraph

/// What the page of a month says above all panels.
struct MonthHead {
  let title: String
  let program: String
  let attribution: String
  let map: String
  let mapDataTime: String
  /// Numbers and what they are: `31`, `days`.
  let figures: [(value: String, words: String)]
  /// Those of the history on days that the drives have.
  let nights: [(date: String, values: [Double?])]

  init(_ month: FleetMonth, history: NightHistory?, _ settings: ReplaySettings) {
    program = settings.program
    let provenance = month.graph.provenance
    (map, mapDataTime) = (provenance.source, provenance.dataTime)
    attribution = provenance.kind == "osm" ? "© OpenStreetMap contributors" : ""
    let days = month.sums.flatMap { sums in sums.days.first.flatMap { first in sums.days.last.map { first...$0 } } }
    title = NightHead.title(days, settings.words) + " · " + map.prefix { $0 != "." }
    figures = Self.figures(of: month, settings.words)
    let dates = days.map { $0.lowerBound.iso8601...$0.upperBound.iso8601 }
    nights = dates.map { dates in (history?.nights ?? []).filter { dates.contains($0.date) } } ?? []
  }

  /// The texts that the page writes as they are.
  var texts: [(String, String)] {
    [
      ("title", title), ("program", program), ("attribution", attribution), ("map", map),
      ("map_data_time", mapDataTime),
    ]
  }

  private static func figures(of month: FleetMonth, _ words: PageWords) -> [(value: String, words: String)] {
    ofDrives(month, words) + ofNetwork(month, words)
  }

  private static func ofDrives(_ month: FleetMonth, _ words: PageWords) -> [(value: String, words: String)] {
    guard let sums = month.sums else { return [] }
    return [
      (grouped(sums.days.count), words(sums.days.count, one: "day", other: "days")),
      (grouped(sums.drives), words(sums.drives, one: "drive", other: "drives")),
      (grouped(sums.vehicles), words(sums.vehicles, one: "vehicle", other: "vehicles")),
      (grouped(Int((sums.length / 1000).rounded())) + " km", words("driven")),
      (grouped(Int((sums.duration / 3600).rounded())) + " h", words("on the road")),
    ]
  }

  private static func ofNetwork(_ month: FleetMonth, _ words: PageWords) -> [(value: String, words: String)] {
    var figures: [(value: String, words: String)] = []
    if let coverage = month.coverage, coverage.length > 0 {
      let length = grouped(Int((coverage.length / 1000).rounded()))
      figures.append(
        (
          "\(Int((coverage.driven / coverage.length * 100).rounded())) %",
          words("of {length} km of roads", ["length": length])
        ))
    }
    if let least = month.atLeast {
      let pieces = month.pictures.uses.count
      figures.append(
        (grouped(pieces), words(pieces, one: "piece of road", other: "pieces of road")))
      figures.append(("\(least)", words("vehicles or more behind each")))
    }
    return figures
  }

  /// `12 345`, in any language, with a narrow space as the script has it.
  private static func grouped(_ count: Int) -> String {
    LearnedPictures.grouped(count).replacing(",", with: "\u{202F}")
  }
}
