internal import Moments
internal import RoadGraph

/// What the page of a night says above all panels, and beside what.
package struct NightHead: Sendable {
  let title: String
  let program: String
  let attribution: String
  let mapID: String
  let mapDataTime: String
  let sums: NightSums
  /// The values of the last night before; `nil` without a history.
  let lastNight: [Double?]?
  /// The medians of the last seven nights before.
  let usual: [Double?]
  /// All nights of the history, with this one.
  let nights: [(date: String, values: [Double?])]

  package init(_ night: Night, history: NightHistory?, _ settings: ReplaySettings) {
    program = settings.program
    sums = night.sums
    (mapID, mapDataTime) = (night.mapID, night.mapDataTime)
    let map = night.mapID.prefix { $0 != "." }
    title = Self.title(night.days, settings.words) + (map.isEmpty ? "" : " · \(map)")
    attribution = night.roads?.graph.provenance.kind == "osm" ? "© OpenStreetMap contributors" : ""
    let before = history?.nights(before: sums.date, atMost: 7) ?? []
    lastNight = before.first
    usual =
      before.isEmpty ? [] : NightSums.names.indices.map { column in Self.median(before.compactMap { $0[column] }) }
    var all = history
    all?.enter(sums)
    nights = all?.nights ?? []
  }

  /// The texts that the page writes as they are.
  var texts: [(String, String)] {
    [
      ("title", title), ("program", program), ("attribution", attribution), ("map", mapID),
      ("map_data_time", mapDataTime),
      ("date", sums.date),
    ]
  }

  /// The lower one of the two in the middle; `nil` without values.
  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }

  /// `Drives of 4 May 2026`, `Drives from 1 to 4 May 2026`, `Drives from 30 April to 4 May 2026`.
  private static func title(_ days: ClosedRange<CivilDate>?, _ words: PageWords) -> String {
    guard let days else { return words("Drives") }
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == last { return words("Drives of {day}", ["day": written(last, words)]) }
    let begin =
      first.year != last.year
      ? written(first, words)
      : first.month != last.month
        ? words("{day} {month}", ["day": "\(first.day)", "month": words(months[first.month - 1])])
        : words("{day}", ["day": "\(first.day)"])
    return words("Drives from {begin} to {end}", ["begin": begin, "end": written(last, words)])
  }

  private static func written(_ day: CivilDate, _ words: PageWords) -> String {
    words(
      "{day} {month} {year}",
      ["day": "\(day.day)", "month": words(months[day.month - 1]), "year": "\(day.year)"])
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
