internal import Geodesy
internal import RoadGraph
internal import Synchronization

/// How the sentences of a piece of a leg speak of its roads.
///
/// Whether a sentence names a road again depends on all sentences before it, and most runs read none. So it is found when
/// the first of them is read, for all of them.
final class Telling: Sendable {
  /// What was told before the piece.
  enum Opening: Sendable {
    /// The piece begins the leg, or the departure onto its first road has been told.
    case departure(GuidedLeg)
    case after(Announcement)
  }

  let leg: GuidedLeg
  private let decisions: [Decision]
  private let count: Int
  private let opening: Opening
  private let found = Mutex<Found?>(nil)

  private struct Found {
    var questions: [Question] = []
    var outlines: [Outline?] = []
    var arrival = Mention.first
    var announcement: Announcement
  }

  /// - Parameters:
  ///   - decisions: with those that are needed only to say what follows.
  ///   - count: how many have a sentence.
  init(_ decisions: [Decision], _ count: Int, of leg: GuidedLeg, after opening: Opening) {
    self.leg = leg
    self.decisions = decisions
    self.count = count
    self.opening = opening
  }

  /// What is said at a decision.
  func details(_ index: Int) -> ManeuverDetails {
    let found = resolved()
    return leg.details(found.questions[index], found.outlines[index])
  }

  /// How the sentence of the arrival speaks of the last road.
  var arrival: Mention { resolved().arrival }

  /// What has been told at the end of the piece.
  var announcement: Announcement { resolved().announcement }

  private func following(_ index: Int) -> ArraySlice<Decision> { decisions.dropFirst(index + 1).prefix(2) }

  private func resolved() -> Found {
    found.withLock { found in
      let resolved = found ?? find()
      found = resolved
      return resolved
    }
  }

  private func find() -> Found {
    var found = Found(announcement: begin)
    for index in 0..<count {
      var question = Question(about: decisions[index], following(index), of: leg)
      let (road, outline) = leg.toldRoad(question)
      question.mention = found.announcement.mention(
        of: road.title, ifIt: road.isNamed, at: leg.distances[decisions[index].begin],
        within: leg.settings.repeatsBeyond)
      found.questions.append(question)
      found.outlines.append(outline)
    }
    var atEnd = found.announcement
    let road = RoadNames(leg: leg).title(before: leg.edges.count)
    found.arrival = atEnd.mention(of: road, ifIt: true, at: leg.end.distance, within: leg.settings.repeatsBeyond)
    return found
  }

  private var begin: Announcement {
    switch opening {
    case .after(let announcement): return announcement
    case .departure(let leg):
      var announcement = Announcement()
      _ = announcement.mention(
        of: RoadNames(leg: leg).title(from: 0), ifIt: true, at: leg.begin.distance, within: leg.settings.repeatsBeyond)
      return announcement
    }
  }
}

/// What the words of a decision depend on besides the edges of the leg.
struct Question: Sendable {
  /// With numbers that count from ``begin``.
  private let relative: Decision
  /// The next decisions that may decide on the best lane, with numbers that count from ``begin``.
  private let relativeNext: [Decision]
  /// Where the next decision begins, counted from ``begin``; `nil` if there is none.
  private let next: Int?
  let begin: Int
  /// How the sentence speaks of the road; `nil` as long as it is not known.
  var mention: Mention?

  /// - Parameter following: the decisions after it, as far as they are known; at most two.
  init(about decision: Decision, _ following: ArraySlice<Decision>, of leg: GuidedLeg) {
    begin = decision.begin
    relative = decision.moved(by: -begin)
    relativeNext = LaneChoice(leg: leg).near(following, after: decision).map { $0.moved(by: -decision.begin) }
    next = following.first.map { $0.begin - decision.begin }
  }

  var decision: Decision { relative.moved(by: begin) }
  var following: ArraySlice<Decision> { relativeNext.map { $0.moved(by: begin) }[...] }
  /// The number in the leg of the edge at which the next decision begins.
  var nextBegin: Int? { next.map { $0 + begin } }

  /// Whether both have one answer on the same edges.
  ///
  /// - Parameter reach: how far past ``begin`` the answer looked at edges.
  func isLike(_ other: Question, reach: Int) -> Bool {
    relative == other.relative && mention == other.mention && relativeNext == other.relativeNext
      && (next == other.next || isBeyond(reach) && other.isBeyond(reach))
  }

  /// Nothing within reach depends on where the next decision begins.
  private func isBeyond(_ reach: Int) -> Bool { next.map { $0 > reach + 1 } ?? true }
}

/// An answer to a question.
struct Answered<Answer: Sendable>: Sendable {
  let question: Question
  let answer: Answer
}

/// The wording of a decision as far as it tells which road it names.
struct Outline: Sendable {
  let wording: Wording
  /// The numbers of the edges that were looked at for it.
  let seen: ClosedRange<Int>?
}

/// The road that the sentence of a decision tells of.
struct ToldRoad: Sendable {
  let title: RoadTitle
  /// Whether the sentence names it, unless it was just named.
  let isNamed: Bool
}
