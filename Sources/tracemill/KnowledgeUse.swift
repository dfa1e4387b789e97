internal import ArgumentParser
internal import Knowledge
internal import Moments
internal import Replay
internal import Reports
internal import RoadGraph
internal import RoadRules
internal import Storage

/// How a folder of knowledge is used as traffic.
struct KnowledgeUse {
  /// The mode of all routes; `nil` if each has its own.
  var mode: TravelMode?
  /// The zone of the run; `nil` if none is given.
  var timeZone: String?

  /// - Throws: a `Failure` for usual speeds from more than one place.
  func check(_ folders: [String], hasUsualSpeeds: Bool) throws {
    if folders.count > 1 {
      throw Failure(
        exit: .usage,
        description: "--traffic: usual speeds come from one folder of knowledge, not \(folders.count); "
          + "tracemill learn \(folders.joined(separator: " ")) -o ALL merges them")
    }
    if hasUsualSpeeds {
      throw Failure(
        exit: .usage,
        description:
          "--traffic: both \(folders[0]) and a file have speeds with hours; leave out one of them, or the hours")
    }
  }

  /// The usual times on the roads of a map.
  ///
  /// - Throws: a `Failure` if the folder cannot be read, or has another mode or no zone.
  func times(of folder: String, on graph: RoadGraph, _ console: Console) throws -> LearnedTimes {
    let store = try failing(.unreadableInput) { try KnowledgeStore(at: folder) }
    try check(store)
    guard let clock = try store.clock() ?? StoreClock(zone: timeZone) else {
      throw Failure(
        exit: .unreadableInput,
        description:
          "\(folder): does not say to which time zone its hours belong; add it with tracemill learn \(folder) -o "
          + "\(folder) --time-zone ZONE")
    }
    let traffic = try failing(.unreadableInput) {
      try store.traffic(on: graph, by: clock, program: Tracemill.program.build)
    }
    console.inform("\(folder): \(traffic.origin.sentence)")
    traffic.counts.tell(console)
    return traffic.times
  }

  /// The speeds in free flow on the roads of a map: by edge, in km/h, 0 where no drive says anything.
  ///
  /// - Throws: a `Failure` if the folder cannot be read.
  func freeFlow(of folder: String, on graph: RoadGraph, _ console: Console) throws -> [Float] {
    let store = try failing(.unreadableInput) { try KnowledgeStore(at: folder) }
    var question = LearnedQuestion(mode: store.contents.mode, classes: .usual)
    (question.tables, question.clock) = ([.speeds], try store.clock()?.clock)
    return try failing(.unreadableInput) {
      let drives = try StoredDrives(store, on: graph)
      let grid = try SpeedGrid(LearnedTables(of: drives, on: graph, question), on: graph)
      drives.readingCounts.tell(console)
      return grid.freeFlow
    }
  }

  /// How often each edge of a map was driven.
  ///
  /// - Throws: a `Failure` if the folder cannot be read, or has another mode.
  func passages(of folder: String, on graph: RoadGraph, _ console: Console) throws -> [UInt32] {
    let store = try failing(.unreadableInput) { try KnowledgeStore(at: folder) }
    try check(store)
    var question = LearnedQuestion(mode: store.contents.mode, classes: .usual)
    (question.tables, question.clock) = ([.use], try store.clock()?.clock)
    var passages = [UInt32](repeating: 0, count: graph.edgeCount)
    try failing(.unreadableInput) {
      let drives = try StoredDrives(store, on: graph)
      try LearnedTables(of: drives, on: graph, question).use?.forEach { use in
        passages[use.edge.index] = UInt32(clamping: use.support.passages)
      }
      drives.readingCounts.tell(console)
    }
    return passages
  }

  private func check(_ store: KnowledgeStore) throws {
    guard let mode, mode != store.contents.mode else { return }
    let stored = store.contents.mode.name
    throw Failure(
      exit: .usage,
      description:
        "\(store.folder): holds drives by \(stored), and this is by \(mode.name); name a folder of drives by "
        + "\(mode.name), or use --mode \(stored)")
  }
}

extension KnowledgeStore {
  /// The clocks of the zone that was given when drives were learned; `nil` if none was.
  func clock() throws -> StoreClock? { try StoreClock(zone: contents.zone) }
}

extension StoreClock {
  /// - Parameter zone: as for --time-zone.
  fileprivate init?(zone: String?) throws {
    guard let zone else { return nil }
    let options = try ClockOptions.parse(["--time-zone", zone])
    guard let clock = try options.clock() else { return nil }
    self.init(clock, named: ([zone] + [try options.zone()?.rule].compactMap(\.self)).joined(separator: " "))
  }
}

extension RoadTimetable {
  /// What stands for the contents of the folder of knowledge among files of traffic, by its path.
  func keys(of traffic: [String]) -> [String: UInt64] {
    guard let key = learned?.key, let folder = traffic.first(where: { FileKind(at: $0) == .directory }) else {
      return [:]
    }
    return [folder: key]
  }

  /// The same for the manifest.
  var optionsOfKnowledge: [String: String] {
    learned?.key.map { ["traffic_knowledge": String($0, radix: 16)] } ?? [:]
  }
}

extension LearnedTraffic.Origin {
  fileprivate var sentence: String {
    switch self {
    case .kept: "its usual speeds were computed before"
    case .computed: "its usual speeds were computed, and are kept there"
    case .notKept(let cause): "its usual speeds were computed, and cannot be kept: \(cause)"
    }
  }
}

extension ReadingCounts {
  /// Says what was left out, and what was carried over from other maps.
  func tell(_ console: Console) {
    if repeatedDrives > 0 {
      console.inform("\(repeatedDrives) drives left out that are another one of their vehicle once more")
    }
    guard carriedDrives > 0 else { return }
    console.warn(
      "\(carriedDrives) drives were carried over from other maps: \(carriedSteps) pieces of road, "
        + "\(Int(carriedLength / 1000)) km; \(lostSteps) pieces, \(Int(lostLength / 1000)) km, are not on this map")
  }
}
