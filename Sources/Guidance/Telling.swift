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
    var sentences: [(wording: Wording, mention: Mention)] = []
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

  /// The wording of a decision as far as it tells which road it names, and how it speaks of that road.
  func sentence(_ index: Int) -> (wording: Wording, mention: Mention) { resolved().sentences[index] }

  /// How the sentence of the arrival speaks of the last road.
  var arrival: Mention { resolved().arrival }

  /// What has been told at the end of the piece.
  var announcement: Announcement { resolved().announcement }

  func following(_ index: Int) -> ArraySlice<Decision> { decisions.dropFirst(index + 1).prefix(2) }

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
      let wording = leg.outline(of: decisions[index], following: following(index))
      let mention = found.announcement.mention(
        of: wording.title, ifIt: wording.namesRoad, at: leg.distances[decisions[index].begin],
        within: leg.settings.repeatsBeyond)
      found.sentences.append((wording, mention))
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
