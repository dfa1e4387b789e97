internal import RoadGraph
internal import Synchronization

/// What guidance found at junctions, for all workers: in many legs the same junctions come again.
final class PassedJunctions: Sendable {
  /// What legs decide where their road may not continue.
  let steps: SharedPassages<Step>
  /// The roads of which the sentences of decisions tell.
  let roads: SharedPassages<Answered<ToldRoad>>
  let details: SharedPassages<Answered<ManeuverDetails>>
  let instructions: SharedInstructions

  /// - Parameter most: how many findings of a kind are kept, a power of two.
  init(most: Int) {
    steps = SharedPassages(most: most)
    roads = SharedPassages(most: most / 4)
    details = SharedPassages(most: most / 4)
    instructions = SharedInstructions(most: most / 4)
  }
}

/// A ``PassageMemory`` for all workers, in parts by the place, so that they seldom wait for each other.
final class SharedPassages<Finding: Sendable>: Sendable {
  private final class Part: Sendable {
    let memory: Mutex<PassageMemory<Finding>>

    init(most: Int) { memory = Mutex(PassageMemory(most: most)) }
  }

  private let parts: [Part]
  private static var partCount: Int { 16 }

  /// - Parameter most: how many findings are kept, a power of two.
  init(most: Int) { parts = (0..<Self.partCount).map { _ in Part(most: max(1, most / Self.partCount)) } }

  /// The known finding at edge `index` of a leg, or what `find` finds.
  ///
  /// - Parameter isMeant: see ``PassageMemory/finding(at:of:where:)``.
  func finding(
    at index: Int, of leg: GuidedLeg, where isMeant: (Finding, Int) -> Bool, orBy find: () -> Finding
  ) -> Finding {
    let part = parts[Int(leg.hash(at: index) >> 32) & (Self.partCount - 1)]
    if let known = part.memory.withLock({ $0.finding(at: index, of: leg, where: isMeant) }) { return known }
    let (found, seen) = leg.looking(find)
    if let seen { part.memory.withLock { $0.keep(found, at: index, of: leg, seen: seen) } }
    return found
  }
}
