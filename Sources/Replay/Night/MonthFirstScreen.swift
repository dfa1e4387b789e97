internal import Detection
internal import Knowledge
internal import Moments
internal import Records
internal import Reports
internal import RoadGraph

/// What the page of a month shows without a script and on paper: figures, a picture of the roads, and its lists.
struct MonthFirstScreen {
  private let month: FleetMonth
  private let head: MonthHead
  private let ground: SurroundingGround?
  private let settings: ReplaySettings

  init(_ month: FleetMonth, _ head: MonthHead, _ ground: SurroundingGround?, _ settings: ReplaySettings) {
    (self.month, self.head, self.ground, self.settings) = (month, head, ground, settings)
  }

  private var words: PageWords { settings.words }

  var html: ByteWriter {
    var svg = SVGWriter()
    svg.group("section", ["id": "first", "class": "month"]) { svg in
      svg.word("h1", head.title)
      svg.word("p", head.figures.map { "\($0.value) \($0.words)" }.joined(separator: " · "))
      NightPicture(of: month.roads, on: ground, settings).draw(on: &svg)
      svg.word("p", words("Roads by the number of trips.") + " " + words(head.attribution))
      if month.hasTurns { table(words("Worst delays at turns"), turns, on: &svg) }
      if month.hasChanges { table(words("Changes"), changes, on: &svg) }
      if month.hasDoubts { table(words("Errors of the map?"), doubts, on: &svg) }
      table(words("Nights"), nights, on: &svg)
    }
    return svg.bytes
  }

  private var turns: [[String]] {
    let graph = month.graph
    return month.turns.prefix(Self.most).map { turn in
      [
        road(graph.label(of: turn.from.segment)) + " → " + road(graph.label(of: turn.onto.segment)),
        "\(Int(turn.meanDelay.rounded())) s", words(turn.passages, one: "{n} passage", other: "{n} passages"),
        month.pictures.grid.classes.openingHours(of: turn.worst),
      ]
    }
  }

  private var changes: [[String]] {
    month.changes.prefix(Self.most).map { change in
      [
        road(month.graph.label(of: change.surest.edge.segment)), words.named(change.kind.rawValue),
        words("since {day}", ["day": change.day.iso8601]),
      ]
    }
  }

  private var doubts: [[String]] {
    month.doubts.prefix(Self.most).map { learned in
      let name = learned.doubt.edge.map { month.graph.label(of: $0.segment) } ?? ""
      return [name.isEmpty ? words.named(learned.doubt.kind.code) : name, learned.doubt.clause]
    }
  }

  /// The last month of them.
  private var nights: [[String]] {
    guard !head.nights.isEmpty else { return [] }
    let names = [
      "", words("trips"), words("vehicles"), "km", "h", words("fixes"), words("matched"), words("records refused"),
      words("need a look"),
    ]
    return [names] + head.nights.suffix(Self.mostNights).map { [$0.date] + zip($0.values, Self.units).map(Self.text) }
  }

  /// By which sums of a night are divided: metres and seconds are written as kilometres and hours.
  private static let units = NightSums.names.map { $0 == "length_m" ? 1000.0 : $0 == "duration_s" ? 3600 : 1 }

  private static func text(_ value: Double?, _ unit: Double) -> String {
    value.map { LearnedPictures.grouped(Int(($0 / unit).rounded())) } ?? ""
  }

  private func table(_ title: String, _ rows: [[String]], on svg: inout SVGWriter) {
    guard !rows.isEmpty else { return }
    svg.word("h2", title)
    svg.group("table", [:]) { svg in
      for row in rows {
        svg.group("tr", [:]) { svg in
          for (column, cell) in row.enumerated() { svg.word(column == 0 ? "th" : "td", cell) }
        }
      }
    }
  }

  private func road(_ name: String) -> String { name.isEmpty ? words("road without a name") : name }

  private static let most = 15
  private static let mostNights = 31
}
