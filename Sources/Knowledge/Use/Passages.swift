package import Geodesy
package import RoadGraph

/// That a vehicle came along an edge.
package struct RoadPassage: Hashable, Sendable, BitwiseCopyable {
  package var edge: EdgeID
  /// When it entered the edge, or began on it, in milliseconds since 1970.
  package var time: Int64
  /// The part of the edge driven, in centimetres from its start.
  package var begin: Int32
  package var end: Int32
  /// It counts; otherwise the edge was only touched, and ``begin`` and ``end`` tell the ground covered.
  package var counts: Bool
}

/// When a step of a drive is a passage of its edge.
///
/// The thresholds make the number of passages that of the vehicles which drove the edge. On 300 simulated drives in
/// rhine-neckar (errors of 5 m that drift), the number is right on 99.1, 97.6 and 93.5 % of the edges at 5, 15 and 30 s.
/// Not chosen: half of an edge however long it is, 98.6, 97.0 and 92.9 %; every edge touched, 98.5 % at 5 s with 0.7 % too
/// many passages; no steps marked ``StepDoubts/detour``, 89.7 % at 30 s. In Benchmarks/learn.py 95 % and more of these
/// steps were driven, also of those marked ``StepDoubts/unlikely``.
package struct PassageSettings: Hashable, Sendable {
  /// A vehicle drove an edge if it drove this share of it, …
  package var leastShare = 0.5
  /// … or this length. An edge that a trip only touches at its ends is mostly an error of a fix at a junction.
  package var leastLength: Metres = 50
  /// Turning round after at most this length, and coming back, is an error of a fix beside a junction.
  package var longestSpur: Metres = 15

  package init() {}
}

/// Reads the passages of one drive after another; keeps its memory.
///
/// A path that ends on an edge and another that goes on there are one passage.
package struct PassageReader {
  private let graph: RoadGraph
  private let settings: PassageSettings
  private var clock = PathClock()
  private var isSpur: [Bool] = []
  /// In the order driven, for the drive read last.
  package private(set) var passages: [RoadPassage] = []
  /// The steps of all drives that were left out, by reason.
  package private(set) var spurs = 0
  /// The steps of all drives that are too short for a passage.
  package private(set) var touched = 0

  package init(on graph: RoadGraph, _ settings: PassageSettings = PassageSettings()) {
    self.graph = graph
    self.settings = settings
  }

  package mutating func read(_ drive: DriveRecord) {
    passages.removeAll(keepingCapacity: true)
    for path in drive.paths { read(path) }
    for number in passages.indices {
      passages[number].counts = isDriven(passages[number])
      if !passages[number].counts { touched += 1 }
    }
  }

  private mutating func read(_ path: DrivenPath) {
    clock.begin(path)
    findSpurs(in: path.steps)
    for (number, step) in path.steps.enumerated() {
      let time = clock.enter(step)
      if isSpur[number] { spurs += 1 } else { add(step, at: time, isFirst: number == 0) }
    }
  }

  private mutating func add(_ step: DrivenStep, at time: Int64, isFirst: Bool) {
    if isFirst, let last = passages.last, last.edge == step.edge, last.end <= step.begin {
      passages[passages.count - 1].end = step.end
    } else {
      passages.append(RoadPassage(edge: step.edge, time: time, begin: step.begin, end: step.end, counts: false))
    }
  }

  private func isDriven(_ passage: RoadPassage) -> Bool {
    let driven = Double(passage.end - passage.begin) / 100
    return driven >= min(settings.leastLength, settings.leastShare * graph.length(of: passage.edge))
  }

  /// Marks steps that lead to a place where the vehicle turns round, and the same steps back.
  private mutating func findSpurs(in steps: [DrivenStep]) {
    isSpur.removeAll(keepingCapacity: true)
    isSpur.append(contentsOf: repeatElement(false, count: steps.count))
    guard steps.count > 2 else { return }
    for turn in 1..<steps.count where steps[turn].edge == steps[turn - 1].edge.reversed {
      var (before, after, length) = (turn - 1, turn, 0.0)
      // The ends of a path are no spurs: the vehicle may have begun there.
      while before > 0, after < steps.count - 1, steps[after].edge == steps[before].edge.reversed {
        length += max(steps[before].length, steps[after].length)
        if length > settings.longestSpur { break }
        (isSpur[before], isSpur[after]) = (true, true)
        (before, after) = (before - 1, after + 1)
      }
    }
  }
}
