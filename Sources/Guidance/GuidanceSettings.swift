package import Geodesy

/// The limits by which guidance distinguishes a decision from a bend.
package struct GuidanceSettings: Sendable {
  /// The length of a road's shape before and after a node that determines its bearing. With less, the kinks at the
  /// mouth of a road count (half the width of a wide road, about 10 m); with more, the next bend.
  package var reach: Metres = 20
  /// The same length for roads that meet a roundabout; islands bend the last 10–20 m of them.
  package var roundaboutReach: Metres = 40
  /// The widest bend at which a road still seems to continue past other roads of its importance.
  package var widestObviousTurn: Degrees = 45
  /// The widest bend of one's own road past roads of the next lower class.
  package var widestOwnBend: Degrees = 75
  /// The widest bend of one's own road past tracks, driveways and other roads far below it.
  package var widestNamedBend: Degrees = 120
  /// The widest bend of a road that takes a new name, past roads far below it.
  package var widestRenamedBend: Degrees = 60
  /// The driven road is the plain continuation if every other road bends more by at least this.
  package var plainMargin: Degrees = 35
  /// The same margin for one's own road against other roads of its importance.
  package var ownMargin: Degrees = 15
  /// One's own road straight ahead and another of its importance are equally straight if their bends differ by less.
  package var evenMargin: Degrees = 5
  /// Roads within this of straight ahead, on both sides, look like a fork. It is the widest angle at which roads in OSM
  /// branch before drivers call it a turn.
  package var widestFork: Degrees = 45
  /// Classes further apart than this are not compared at a fork: a track beside a road is no fork.
  package var forkRanks = 1
  /// A road this many ranks below the driven one is passed without a maneuver.
  package var lesserRanks = 2
  /// The widest angle at which a ramp still merges. Beyond it, the ramp ends in a crossing and is a turn.
  package var widestMerge: Degrees = 60
  /// Two turns within this distance are one if one of them goes straight on.
  package var widestCrossing: Metres = 30
  /// The widest median of one divided road: in OSM, its carriageways are 8–30 m apart, up to 50 m where tracks run
  /// between them.
  package var widestMedian: Metres = 50
  /// Roads at a smaller angle than this to a piece of road do not cross it.
  package var leastCrossing: Degrees = 30
  /// The longest turn lane, through lane or slip road beside an island that is part of the junction ahead.
  package var longestLane: Metres = 150
  /// The widest angle at which lanes part before a junction.
  package var widestLaneSplit: Degrees = 85
  /// Roads within this of each other are left or right of each other as they are further on, not at their mouths.
  package var widestParting: Degrees = 20
  /// The next maneuver decides which lane is best if it follows within this; drivers change one lane in about 100 m in
  /// towns, 300 m on motorways.
  package var lanesAhead: Metres = 400
  package var motorwayLanesAhead: Metres = 1500
  /// Lanes that go straight on lead to roads within this. A wider turn without an arrow is for the outermost.
  package var widestLaneBend: Degrees = 45
  /// An arrow is left over rather than given to a road that differs by more than this plus the cost of the road.
  package var idleArrow: Degrees = 80
  /// A road has no arrow if the nearest arrow differs by more than this; the bound for a lesser road is lower.
  package var idleRoad: Degrees = 50
  package var idleLesserRoad: Degrees = 15
  /// Arrows hold up to the junction if the rest of the road, which has none, is no longer than this.
  package var longestUnpaintedEnd: Metres = 50
  /// A sign on a ramp is looked for within this, and not past a place where the ramp parts.
  package var longestUnsignedRamp: Metres = 500
  /// Two carriageways of one direction that come together again within this are one road.
  package var longestSplit: Metres = 400
  /// The same on motorways, with lanes for car pools and through toll stations.
  package var longestMotorwaySplit: Metres = 800
  /// Turns up to this are measured at the mouth of the road alone.
  package var widestPlainTurn: Degrees = 110
  /// Crossing roads that meet a road at nodes no further apart than this cross it straight: drivers do not steer.
  package var widestStagger: Metres = 12
  /// Two turns to the same side within this distance are one, unless each is a turn of its own.
  package var longestBend: Metres = 25
  /// A turn beyond this leads back.
  package var widestSharpTurn: Degrees = 150
  /// How far the sum of the two turns may differ from 180°.
  package var uTurnTolerance: Degrees = 30
  /// A bicycle is pushed for less than this without a word: across a road or a pavement.
  package var shortestWalk: Metres = 30
  /// A vehicle that turns round twice within this distance has not gone anywhere: about the length of a lorry, and four
  /// times the usual GPS error.
  package var shortestReturn: Metres = 20
  /// A link between two ordinary roads is the slip road of a crossing, and thus one turn, if it is no longer than this.
  /// Longer ones are ramps of interchanges.
  package var longestSlipRoad: Metres = 120
  /// The widest angle at which a slip road ends. Beyond it, it ends in a crossing of its own.
  package var widestSlipRoadEnd: Degrees = 75
  /// The name of the road after a nameless stretch is used if the stretch is no longer than this, as at crossings of
  /// dual carriageways.
  package var longestNamelessStretch: Metres = 50
  /// Whether a new name is also announced where the driver has no choice.
  package var tellsEveryNewName = false
  /// A new name that lasts less than this is not announced: bridges and squares along a road.
  package var shortestNewName: Metres = 100
  /// A first or last edge of a leg gives no maneuver if it is driven for less than this: with the usual GPS error of
  /// 4–5 m, a fix near a corner may be on either road.
  package var leastDriven: Metres = 5
  /// A road is not named again by a maneuver that follows within this: half a minute on a street.
  package var repeatsBeyond: Metres = 400
  /// The number of a sign's destinations that a sentence repeats; nobody can read more in passing.
  package var mostDestinations = 3

  /// A vehicle that points away from its route by at least this must turn round to depart. It is the angle of a
  /// U-turn; up to it the vehicle stands across the road, or its heading is uncertain.
  package var leastUTurnAtBegin: Degrees = 135
  /// A waypoint nearer to the line of the road than this is on no side of it: half the width of a narrow road.
  package var leastBesideRoad: Metres = 3

  /// English by default; its file is read when it is first used.
  package var language: Language {
    get { chosenLanguage ?? .english }
    set { chosenLanguage = newValue }
  }
  private var chosenLanguage: Language?
  package var units = UnitSystem.metric
  package var notifications = NotificationSettings()

  package init() {}
}
