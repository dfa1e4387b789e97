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

  private final class Found: Sendable {
    /// One for each sentence.
    let told: [Told]
    let arrival: Mention
    let announcement: Announcement

    init(_ told: [Told], arrival: Mention, _ announcement: Announcement) {
      self.told = told
      self.arrival = arrival
      self.announcement = announcement
    }
  }

  private struct Told {
    let question: Question
    /// How the sentence speaks of the road.
    let mention: Mention
    let outline: Outline?
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
    let told = resolved().told[index]
    return leg.details(told.question, told.mention, told.outline)
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
    var announcement = begin
    var told: [Told] = []
    told.reserveCapacity(count)
    for index in 0..<count {
      let question = Question(about: decisions[index], following(index), of: leg)
      let (road, outline) = leg.toldRoad(question)
      let mention = announcement.mention(
        of: road.title, ifIt: road.isNamed, at: leg.distances[question.begin], within: leg.settings.repeatsBeyond)
      told.append(Told(question: question, mention: mention, outline: outline))
    }
    var atEnd = announcement
    let road = RoadNames(leg: leg).title(before: leg.edges.count)
    let arrival = atEnd.mention(of: road, ifIt: true, at: leg.end.distance, within: leg.settings.repeatsBeyond)
    return Found(told, arrival: arrival, announcement)
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
final class Question: Sendable {
  let decision: Decision
  /// The next decisions that may decide on the best lane.
  let following: [Decision]
  /// The edge at which the next decision begins, counted from the first one of the leg; `nil` without a next decision.
  let nextBegin: Int?

  /// - Parameter following: the decisions after it, as far as they are known; at most two.
  init(about decision: Decision, _ following: ArraySlice<Decision>, of leg: GuidedLeg) {
    self.decision = decision
    self.following = Array(LaneChoice(leg: leg).near(following, after: decision))
    nextBegin = following.first?.begin
  }

  var begin: Int { decision.begin }

  /// Whether both have one answer on the same edges.
  ///
  /// - Parameter reach: how far past ``begin`` the answer looked at edges.
  func isLike(_ other: Question, reach: Int) -> Bool {
    let shift = begin - other.begin
    return decision.isSame(as: other.decision, movedBy: shift)
      && following.elementsEqual(other.following) { $0.isSame(as: $1, movedBy: shift) }
      && (next == other.next || isBeyond(reach) && other.isBeyond(reach))
  }

  /// Where the next decision begins, counted from ``begin``.
  private var next: Int? { nextBegin.map { $0 - begin } }

  /// Nothing within reach depends on where the next decision begins.
  private func isBeyond(_ reach: Int) -> Bool { next.map { $0 > reach + 1 } ?? true }
}

/// An answer to a question.
struct Answered<Answer: Sendable>: Sendable {
  let question: Question
  /// How the sentence speaks of the road; `nil` if the answer does not depend on it.
  let mention: Mention?
  let answer: Answer

  /// See ``Question/isLike(_:reach:)``.
  func isAnswer(to question: Question, _ mention: Mention?, reach: Int) -> Bool {
    self.mention == mention && self.question.isLike(question, reach: reach)
  }
}

/// The wording of a decision as far as it tells which road it names.
struct Outline: Sendable {
  let wording: Wording
  /// The numbers of the edges that were looked at for it.
  let seen: ClosedRange<Int>?
}

/// The road that the sentence of a decision tells of.
final class ToldRoad: Sendable {
  let title: RoadTitle
  /// Whether the sentence names it, unless it was just named.
  let isNamed: Bool

  init(title: RoadTitle, isNamed: Bool) {
    self.title = title
    self.isNamed = isNamed
  }
}
