package import Moments
package import RoadGraph
package import RoadRules
internal import Storage

/// The usual times on the roads of a map, by what a store of knowledge has seen.
package struct LearnedTraffic: Sendable {
  /// Where the times are from.
  package enum Origin: Equatable, Sendable {
    /// They were computed before and lay in the store.
    case kept
    /// They were computed now, and lie in the store for the next time.
    case computed
    /// They were computed now and could not be put into the store.
    case notKept(because: String)
  }

  package let times: LearnedTimes
  package let origin: Origin
  /// What of the drives was carried over from other maps; nothing for times that were kept.
  package let counts: ReadingCounts
}

/// By which clocks the hours of a store count.
package struct StoreClock: Hashable, Sendable {
  package let clock: LocalClock
  /// All that the clocks depend on: the name of a zone, and its rule.
  package let name: String

  package init(_ clock: LocalClock, named name: String) {
    self.clock = clock
    self.name = name
  }
}

extension KnowledgeStore {
  /// The usual times on the roads of a map, with the delays of turns.
  ///
  /// They are computed once and kept in the store until its drives change:
  ///
  ///     compiled/1f2e3d4c.0123456789abcdef.times   map, and digest of the drives
  ///
  /// So a second call reads a file. A store that cannot be written is no hindrance, nor are other processes that do the
  /// same: each writes aside, and the last one stays.
  ///
  /// - Parameter program: the build of the program; another one computes the times again.
  /// - Throws: ``StoreError``, ``StoreError/noSpeeds(path:map:)`` if no drive says anything about this map; errors of
  ///   scratch files.
  package func traffic(
    on graph: RoadGraph, by clock: StoreClock, program: String
  ) throws -> LearnedTraffic {
    for _ in 0..<2 {
      do {
        return try currentTraffic(on: graph, by: clock, program: program)
      } catch StoreError.storage {
        // Another process may have removed a file that was about to be read.
      }
    }
    return try currentTraffic(on: graph, by: clock, program: program)
  }

  private func currentTraffic(
    on graph: RoadGraph, by clock: StoreClock, program: String
  ) throws -> LearnedTraffic {
    let digest = try digest()
    let key = timesKey(on: graph, by: clock, digest: digest)
    let keyOfFile = checksum("\(key) \(program)")
    let path = timesPath(ofMap: graph.version, digest: digest)
    if let kept = (try? LearnedTimes(path: path, key: keyOfFile, edgeCount: graph.edgeCount)) ?? nil {
      return LearnedTraffic(times: own(kept, clock, key), origin: .kept, counts: ReadingCounts())
    }
    let drives = try StoredDrives(self, on: graph)
    let times = try computedTimes(of: drives, on: graph, by: clock.clock)
    let origin = keep(times, at: path, key: keyOfFile, digest: digest)
    return LearnedTraffic(times: own(times, clock, key), origin: origin, counts: drives.readingCounts)
  }

  private func own(_ times: LearnedTimes, _ clock: StoreClock, _ key: UInt64) -> LearnedTimes {
    var times = times
    (times.modes, times.clock, times.key) = ([contents.mode], clock.clock, key)
    return times
  }

  /// The same as the tables of speeds and delays.
  private func computedTimes(
    of drives: StoredDrives, on graph: RoadGraph, by clock: LocalClock
  ) throws -> LearnedTimes {
    var settings = SpeedSettings()
    settings.clock = clock
    let sample = try DriveSample(of: drives, steps: settings.stepsOfSample, workers: settings.workers)
    let model = try SpeedModel(of: drives, sample: sample, on: graph, mode: contents.mode, settings: settings)
    guard model.counts.used > 0 else { throw StoreError.noSpeeds(path: folder, map: graph.path) }
    return try model.learnedTimes(
      with: DelayFold(
        of: drives, sample: sample, on: graph, mode: contents.mode, classes: settings.classes, clock: clock))
  }

  /// Puts times into the store, unless its drives have changed since.
  private func keep(_ times: LearnedTimes, at path: String, key: UInt64, digest: UInt64) -> LearnedTraffic.Origin {
    do throws(StoreError) {
      try Self.writing(folder, waiting: .none) { () throws(StoreError) in
        guard try self.digest() == digest else { return }
        try storing { () throws(StorageError) in
          try makeFolder(at: timesFolder, for: .ownerAlone)
          try times.write(to: path, key: key)
        }
      }
      return .computed
    } catch {
      return .notKept(because: error.description)
    }
  }
}

// MARK: Keys

extension KnowledgeStore {
  /// What times depend on, besides the program: the drives, the map, the mode and the clocks.
  func timesKey(on graph: RoadGraph, by clock: StoreClock, digest: UInt64) -> UInt64 {
    checksum("\(digest) \(graph.version) \(contents.mode.name) \(clock.name)")
  }

  var timesFolder: String { joinedPath(folder, "compiled") }

  func timesPath(ofMap version: String, digest: UInt64) -> String {
    let name = String(digest, radix: 16)
    let digits = String(repeating: "0", count: 16 - name.count) + name
    return joinedPath(timesFolder, "\(version.prefix(8)).\(digits)\(Self.timesEnding)")
  }

  private static let timesEnding = ".times"

  /// A number that stands for all drives in the store.
  ///
  /// - Complexity: O(blocks): it reads the checksums of the files and not their drives.
  func digest() throws(StoreError) -> UInt64 {
    let sum = RunningChecksum()
    for day in try dayFiles() {
      sum.add(Array(fileName(of: day.path).utf8))
      try day.addHeads(to: sum)
    }
    return sum.value
  }

  /// Removes the times that were computed from other drives than those in the store.
  func removeOldTimes() throws(StoreError) {
    guard FileKind(at: timesFolder) == .directory else { return }
    let ending = fileName(of: timesPath(ofMap: "", digest: try digest()))
    let entries = try storing { () throws(StorageError) in try folderEntries(of: timesFolder) }
    for entry in entries where !entry.name.hasSuffix(ending) {
      removePlainFile(at: joinedPath(timesFolder, entry.name))
    }
    removeEmptyFolder(at: timesFolder)
  }
}
