package import Geodesy
package import Moments
package import RoadGraph
package import Storage

/// What earlier drives say about the times on the roads of a map, by class of the hours of a week.
///
/// Each edge has a speed in each class, whether it was driven or not. The speed is that of the road without the delays of
/// the turns at its end where these are known by themselves; otherwise they are in it. So the profile's own times for
/// turns, signals and signs do not count beside these speeds.
///
/// Shapes, for *m* edges, *c* classes and *t* turns with a delay:
///
///     speeds      m · c, in 0.01 km/h, 0 where nothing is known
///     froms       t, the edges from which turns with a delay lead, ascending
///     ontos       t, the edges onto which they lead, ascending for equal `froms`
///     delays      t · c, in 0.1 s
package struct LearnedTimes: Sendable {
  package let classes: WeekClasses
  package let speeds: Column<UInt16>
  package let froms: Column<UInt32>
  package let ontos: Column<UInt32>
  package let delays: Column<UInt16>
  /// The modes for which they hold.
  package var modes = ClockCosts.modes
  /// The clocks by which the hours count; `nil` for those of each request.
  package var clock: LocalClock?
  /// What they were computed from; `nil` where no other value could be taken for this one.
  package var key: UInt64?
  /// The owners of the columns' memory.
  private let memory: [any AnyObject & Sendable]

  /// - Parameter memory: the owners of the columns' memory.
  package init(
    classes: WeekClasses, speeds: Column<UInt16>, froms: Column<UInt32>, ontos: Column<UInt32>,
    delays: Column<UInt16>, memory: [any AnyObject & Sendable]
  ) {
    self.classes = classes
    self.speeds = speeds
    self.froms = froms
    self.ontos = ontos
    self.delays = delays
    self.memory = memory
  }

  /// The same from arrays.
  package init(
    classes: WeekClasses, speeds: [UInt16], turns: [(from: EdgeID, onto: EdgeID)] = [], delays: [UInt16] = []
  ) {
    let speeds = ColumnMemory(speeds)
    let froms = ColumnMemory(turns.map(\.from.rawValue))
    let ontos = ColumnMemory(turns.map(\.onto.rawValue))
    let delays = ColumnMemory(delays)
    self.init(
      classes: classes, speeds: speeds.column, froms: froms.column, ontos: ontos.column, delays: delays.column,
      memory: [speeds, froms, ontos, delays])
  }

  /// Both are copies of one value.
  package func isSame(as other: LearnedTimes) -> Bool {
    memory.count == other.memory.count && zip(memory, other.memory).allSatisfy { $0 === $1 }
  }

  /// A moment of a drive as ``WeekTime``, by the clocks of these times. The offset from UTC is that of the departure on the
  /// whole way.
  package func moment(of time: ZonedTime, departing departure: ZonedTime? = nil) -> Int {
    let local = clock?.time((departure ?? time).moment) ?? time
    return WeekTime.milliseconds(of: ZonedTime(moment: time.moment, offsetInMinutes: local.offsetInMinutes))
  }

  /// The speed of the road in a class; `nil` where nothing is known.
  package func speed(on edge: EdgeID, in class: Int) -> MetresPerSecond? {
    let speed = speeds[edge.index * classes.count + `class`]
    return speed > 0 ? Double(speed) / 360 : nil
  }

  /// The delay of a turn in a class; 0 where none is known.
  package func delay(from edge: EdgeID, onto next: EdgeID, in class: Int) -> Seconds {
    guard let turn = turn(from: edge, onto: next) else { return 0 }
    return Double(delays[turn * classes.count + `class`]) / 10
  }

  /// The number of a turn with a delay.
  package func turn(from edge: EdgeID, onto next: EdgeID) -> Int? {
    let turn = (0..<froms.count).partitioningIndex { (froms[$0], ontos[$0]) >= (edge.rawValue, next.rawValue) }
    return turn < froms.count && froms[turn] == edge.rawValue && ontos[turn] == next.rawValue ? turn : nil
  }
}
