package import Plans
package import Reports
package import Routing
internal import Synchronization

/// What one worker keeps from input to input: the scratch of matching, searching and rendering.
///
/// The same workers handle traces and requests. Scratch that an input does not need takes no memory: it grows when a
/// search first runs.
package struct Worker: ~Copyable, Sendable {
  /// The router, and the scratch of the matcher.
  package var planner: Planner
  package var rendering = RenderingScratch()
  /// The scratch of a matrix; `nil` before its first row.
  var matrix: MatrixSearch?
  /// The plans laid last, by their numbers.
  var plans = LaidPlans()
  /// The scratch for the maps besides the first one, by their numbers.
  private var others: [Int: OtherMapWorker] = [:]

  package init(router: consuming Router) { planner = Planner(router: router) }

  /// Works on another map than the first one.
  mutating func onMap<Result: Sendable>(
    _ number: Int, make: () -> Worker, _ body: (inout Worker) -> Result
  ) -> Result {
    let other = others[number] ?? OtherMapWorker(make())
    others[number] = other
    return other.worker.withLock { body(&$0) }
  }
}

/// A dictionary cannot hold scratch that must not be copied. The lock has one user.
private final class OtherMapWorker: Sendable {
  let worker: Mutex<Worker>
  init(_ worker: consuming sending Worker) { self.worker = Mutex(worker) }
}

/// The plans that a worker has laid on the map, so that traces with one plan do not have it laid again and again.
struct LaidPlans: Sendable {
  private var outcomes: [Int: PlanOutcome] = [:]
  /// Enough for the lines of a bus depot.
  private static let most = 64

  subscript(number: Int) -> PlanOutcome? { outcomes[number] }

  mutating func keep(_ outcome: PlanOutcome, number: Int) {
    if outcomes.count >= Self.most { outcomes.removeAll() }
    outcomes[number] = outcome
  }
}
