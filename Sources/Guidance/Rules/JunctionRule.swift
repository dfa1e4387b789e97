/// The rules by which a junction is judged, in the order in which they are asked. The first that decides wins; if none
/// does, nothing is said.
///
/// Documentation/Guidance.md lists them in the same order under the same names. A roundabout made of pieces of road is
/// no junction; ``Roundabout`` describes it before any rule is asked.
let junctionRules: [JunctionRule] = [
  .atSea,  // Ferries meet, and no road: nothing is said.
  .turningRound,  // Back along the road of arrival.
  .ferry,  // Onto a ferry, off it, or from one to another.
  .fork,  // Two or more roads of similar class, all roughly ahead.
  .merge,  // From a link into the traffic of a motorway or trunk road.
  .miniRoundabout,  // A roundabout painted on a crossing.
  .ramp,  // Off a road by a link, or off a motorway that continues.
  .turn,  // Any road but the plain one.
  .newName,  // The road ahead has another name.
  .gettingOff,  // The road ahead is one along which a bicycle is pushed.
]

/// One rule: whether it decides what is said at a junction.
struct JunctionRule: Sendable {
  /// As Documentation/Guidance.md names it.
  let name: String
  /// `nil` leaves the junction to the rules that follow.
  let verdict: @Sendable (Junction) -> Verdict?

  init(_ name: String, verdict: @escaping @Sendable (Junction) -> Verdict?) {
    self.name = name
    self.verdict = verdict
  }
}

/// What a rule decides.
enum Verdict {
  /// There is nothing to say, and no other rule is asked.
  case silence
  case say(Decision)
}

extension Junction {
  /// What the rules decide; `nil` if nothing is said.
  var decision: Decision? {
    for rule in junctionRules {
      switch rule.verdict(self) {
      case .silence: return nil
      case .say(let decision): return decision
      case nil: continue
      }
    }
    return nil
  }
}
