internal import Knowledge
internal import Records
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Storage

extension RoadTimetable {
  /// Adds what a policy, files of traffic and a folder of knowledge say. Reports the rules and rows that are left out.
  mutating func add(
    policy: String?, traffic: [String], knowing use: KnowledgeUse, on graph: RoadGraph, _ console: Console
  ) throws {
    let folders = traffic.filter { FileKind(at: $0) == .directory }
    var usual = UsualSpeeds()
    try failing(.unreadableInput) {
      if let policy { try add(policy: policy, on: graph, console) }
      for path in traffic where !folders.contains(path) { try add(traffic: path, &usual, on: graph, console) }
    }
    learned = usual.learned(on: graph)
    guard let folder = folders.first else { return }
    try use.check(folders, hasUsualSpeeds: !usual.isEmpty)
    learned = try use.times(of: folder, on: graph, console)
  }

  private mutating func add(
    policy path: String, on graph: RoadGraph, _ console: Console
  ) throws {
    let file = try RoadPolicy(path: path, on: graph)
    self.policy = file.changes
    tell(file.refusals, of: path, console)
    console.inform("\(path): \(file.count) rules for \(file.changes.edgeCount) edges")
  }

  private mutating func add(
    traffic path: String, _ usual: inout UsualSpeeds, on graph: RoadGraph, _ console: Console
  ) throws {
    let file = try TrafficFile(path: path, on: graph)
    traffic.add(file.changes)
    usual.add(file.usual)
    for event in file.events { add(event) }
    tell(file.refusals, of: path, console)
    console.inform(
      "\(path): \(file.count) rows, \(file.events.count) of them events, for \(file.changes.edgeCount) edges")
  }

  private func tell(_ refusals: [NumberedRefusal], of path: String, _ console: Console) {
    var teller = RefusalTeller(console: console, isSilent: false, place: "correct these first")
    teller.tell(
      refusals.map {
        Refusal(
          file: path, line: $0.number, traceID: nil, reason: $0.refusal.reason.rawValue,
          message: "\($0.refusal.message) (\($0.refusal.reason.rawValue)). It was left out.")
      })
    guard refusals.count > 1 else { return }
    let counts = Dictionary(grouping: refusals, by: \.refusal.reason.rawValue).mapValues(\.count)
    let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    console.warn("\(path): \(refusals.count) left out because of \(list)")
  }
}

extension ConditionalRules {
  /// Reports how many rules there are, and which of them cannot be evaluated.
  func tell(_ console: Console) {
    let untold = untold.sorted { $0.key < $1.key }.map { "\($0.value) for \($0.key.rawValue)" }
    let count = "\(edgeCount) roads, \(restrictionCount) turn restrictions"
    console.inform("rules of the map that depend on time or vehicle: \(count)")
    let list = untold.joined(separator: ", ")
    if !untold.isEmpty { console.inform("conditions that cannot be evaluated and bind nobody: \(list)") }
    if withHolidays > 0 { console.inform("\(withHolidays) of them mention holidays, which are ignored") }
  }
}
