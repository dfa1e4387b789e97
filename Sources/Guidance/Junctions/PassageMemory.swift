internal import RoadGraph

/// What was found at places of legs, to be found again where another leg passes the same edges.
///
/// A finding depends on the leg only by its mode and by the edges that were looked at while it was made
/// (``GuidedLeg/looking(_:)``), so what is kept and what is found anew are equal. When a memory is full, everything is
/// dropped.
///
/// Shapes, for *p* passages over *e* edges in all:
///
///     slots       by a hash of the edges at the place: the newest passage, -1 if there is none
///     passages    p
///     findings    p
///     edges       e
struct PassageMemory<Finding: Sendable>: Sendable {
  private struct Passage: BitwiseCopyable {
    /// Its edges are those in `edges` from here.
    let begin: Int32
    let count: Int32
    /// How many of them come before the place.
    let lead: Int32
    /// The passage before it in the same slot, or -1.
    let next: Int32
    let mode: TravelMode
  }

  private let most: Int
  private var slots: [Int32]
  private var passages: [Passage] = []
  private var findings: [Finding] = []
  private var edges: [EdgeID] = []

  /// - Parameter most: how many findings are kept, a power of two.
  init(most: Int) {
    self.most = most
    slots = [Int32](repeating: -1, count: most)
  }

  /// The finding at edge `index` of a leg; `nil` if none is known for its edges.
  ///
  /// - Parameter isMeant: whether a finding answers the question in what does not depend on edges; its second argument
  ///   is how far past the place the edges were looked at.
  func finding(at index: Int, of leg: GuidedLeg, where isMeant: (Finding, Int) -> Bool) -> Finding? {
    var number = Int(slots[slot(of: index, in: leg)])
    while number >= 0 {
      let passage = passages[number]
      let driven = edges.span.extracting(Int(passage.begin)..<Int(passage.begin + passage.count))
      if passage.mode == leg.mode, leg.passes(driven, from: index - Int(passage.lead)),
        isMeant(findings[number], driven.count - Int(passage.lead) - 1)
      {
        return findings[number]
      }
      number = Int(passage.next)
    }
    return nil
  }

  /// Keeps a finding, unless it depends on where the leg begins or ends.
  ///
  /// - Parameter seen: the numbers of the edges that were looked at.
  mutating func keep(_ finding: Finding, at index: Int, of leg: GuidedLeg, seen: ClosedRange<Int>) {
    guard leg.isWithin(seen) else { return }
    if passages.count == most || edges.count > Self.edgesPerFinding * most { forget() }
    let (slot, begin) = (slot(of: index, in: leg), Int32(edges.count))
    for number in seen { edges.append(leg.edges[number].edge) }
    passages.append(
      Passage(
        begin: begin, count: Int32(seen.count), lead: Int32(index - seen.lowerBound), next: slots[slot], mode: leg.mode)
    )
    findings.append(finding)
    slots[slot] = Int32(passages.count - 1)
  }

  private static var edgesPerFinding: Int { 16 }

  private mutating func forget() {
    for slot in slots.indices { slots[slot] = -1 }
    passages.removeAll(keepingCapacity: true)
    findings.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
  }

  private func slot(of index: Int, in leg: GuidedLeg) -> Int {
    Int(truncatingIfNeeded: leg.hash(at: index)) & (most - 1)
  }
}
