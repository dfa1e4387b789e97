package import Knowledge
package import RoadGraph
internal import RoadRules

/// The share of free flow of each road in each class of hours, as far as it was driven.
package struct SpeedGrid {
  let classes: WeekClasses
  /// By edge, in km/h; 0 where nothing is known.
  package private(set) var freeFlow: [Float]
  /// In percent, by edge and class; `none` where nothing is known.
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
      guard let free = row.freeFlow, row.basis != .roadClass, row.basis != .profile else { return }
      freeFlow[row.edge.index] = Float(free)
      let numbers = classes.numbers(of: row.hours)
      for number in numbers {
        shares[row.edge.index * count + number] = UInt8(min(250, (100 * row.expected / free).rounded()))
      }
      let weight = Double(row.support.passages) / Double(max(1, numbers.count)) * graph.length(of: row.edge)
      for number in numbers {
        times[number] += weight / min(row.expected, free)
        freeTimes[number] += weight / free
      }
    }
    (self.shares, self.freeFlow, self.times, self.freeTimes) = (shares, freeFlow, times, freeTimes)
  }

  func share(of edge: EdgeID, in class: Int) -> Double? {
    guard !shares.isEmpty else { return nil }
    let share = shares[edge.index * classes.count + `class`]
    return share == Self.none ? nil : Double(share) / 100
  }

  func isDriven(in class: Int) -> Bool { times[`class`] > 0 }

  /// The share of the time of all passages that they would not have taken in free flow.
  func lost(in class: Int) -> Double {
    times[`class`] > 0 ? 1 - freeTimes[`class`] / times[`class`] : 0
  }
}
