package import Knowledge
package import RoadGraph
internal import RoadRules

/// The share of free flow of each road in each class of hours, as far as it was driven.
package struct SpeedGrid {
  let classes: WeekClasses
  /// By edge, in km/h; 0 where nothing is known.
  package private(set) var freeFlow: [Float]
  /// In percent, by edge and class; `none` where nothing is known. Where free flow is unknown, percent of ``base``.
  private var shares: [UInt8]
  private static let none = UInt8.max
  /// By class, of passages per class.
  private var times: [Double]
  private var freeTimes: [Double]

  /// - Throws: what the rows of `tables` throw.
  package init(_ tables: LearnedTables, on graph: RoadGraph) throws {
    classes = tables.classes
    let count = classes.count
    var shares = tables.speeds == nil ? [] : [UInt8](repeating: Self.none, count: graph.edgeCount * count)
    var freeFlow = tables.speeds == nil ? [] : [Float](repeating: 0, count: graph.edgeCount)
    var times = [Double](repeating: 0, count: count)
    var freeTimes = times
    try tables.speeds?.forEach { [classes] row in
      guard row.basis != .roadClass, row.basis != .profile else { return }
      let numbers = classes.numbers(of: row.hours)
      for number in numbers {
        let share = 100 * row.expected / (row.freeFlow ?? Self.base)
        shares[row.edge.index * count + number] = UInt8(min(250, share.rounded()))
      }
      guard let free = row.freeFlow else { return }
      freeFlow[row.edge.index] = Float(free)
      let weight = Double(row.support.passages) / Double(max(1, numbers.count)) * graph.length(of: row.edge)
      for number in numbers {
        times[number] += weight / min(row.expected, free)
        freeTimes[number] += weight / free
      }
    }
    (self.shares, self.freeFlow, self.times, self.freeTimes) = (shares, freeFlow, times, freeTimes)
  }

  /// - Returns: the share of free flow, `nil` where either is unknown.
  func share(of edge: EdgeID, in class: Int) -> Double? {
    guard freeFlow(of: edge) != nil else { return nil }
    return percent(of: edge, in: `class`).map { Double($0) / 100 }
  }

  /// The expected speed in percent of free flow, or else of ``base``; `nil` where nothing is known.
  func percent(of edge: EdgeID, in class: Int) -> Int? {
    guard !shares.isEmpty else { return nil }
    let share = shares[edge.index * classes.count + `class`]
    return share == Self.none ? nil : Int(share)
  }

  /// In km/h; `nil` where nothing is known.
  func freeFlow(of edge: EdgeID) -> Double? {
    edge.index < freeFlow.count && freeFlow[edge.index] > 0 ? Double(freeFlow[edge.index]) : nil
  }

  /// Whether a speed is known in any hours.
  func isKnown(_ edge: EdgeID) -> Bool {
    (0..<classes.count).contains { percent(of: edge, in: $0) != nil }
  }

  /// In km/h.
  static let base = 100.0

  func isDriven(in class: Int) -> Bool { times[`class`] > 0 }

  /// The share of the time of all passages that they would not have taken in free flow.
  func lost(in class: Int) -> Double {
    times[`class`] > 0 ? 1 - freeTimes[`class`] / times[`class`] : 0
  }
}
