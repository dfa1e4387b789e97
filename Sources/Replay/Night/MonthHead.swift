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

  init(_ month: FleetMonth, history: NightHistory?, program: String) {
    self.program = program
    let provenance = month.graph.provenance
    (map, mapDataTime) = (provenance.source, provenance.dataTime)
    attribution = provenance.kind == "osm" ? "© OpenStreetMap contributors" : ""
    let days = month.sums.flatMap { sums in sums.days.first.flatMap { first in sums.days.last.map { first...$0 } } }
    title = NightHead.title(days) + " · " + map.prefix { $0 != "." }
    figures = Self.figures(of: month)
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

  private static func figures(of month: FleetMonth) -> [(value: String, words: String)] {
    var figures: [(value: String, words: String)] = []
    func add(_ count: Int, _ one: String, _ many: String) {
      figures.append((LearnedPictures.grouped(count), count == 1 ? one : many))
    }
    if let sums = month.sums {
      add(sums.days.count, "day", "days")
      add(sums.drives, "drive", "drives")
      add(sums.vehicles, "vehicle", "vehicles")
      figures.append((LearnedPictures.grouped(Int((sums.length / 1000).rounded())) + " km", "driven"))
      figures.append((LearnedPictures.grouped(Int((sums.duration / 3600).rounded())) + " h", "on the road"))
    }
    if let coverage = month.coverage, coverage.length > 0 {
      let share = Int((coverage.driven / coverage.length * 100).rounded())
      figures.append(
        ("\(share) %", "of \(LearnedPictures.grouped(Int((coverage.length / 1000).rounded()))) km of roads"))
    }
    if let least = month.atLeast {
      add(month.pictures.uses.count, "piece of road", "pieces of road")
      figures.append(("\(least)", "vehicles or more behind each"))
    }
    return figures
  }
}
