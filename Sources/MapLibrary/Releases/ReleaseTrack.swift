/// The versions to which the change files of one region lead, read from the server as far back as needed.
struct ReleaseTrack {
  let region: Region
  /// A region may be installed as a map of its own that is prebuilt, and in a map of several.
  let origin: MapOrigin
  /// The newest state.
  let newest: ReplicationState
  private let read: (Int) throws -> ReplicationState?
  /// Known states, from the newest back.
  private var known: [ReplicationState]

  /// The search goes no further back than this: a year of daily change files.
  private static let mostSteps = 366

  init(
    region: Region, origin: MapOrigin = .built, newest: ReplicationState,
    read: @escaping (Int) throws -> ReplicationState?
  ) {
    self.region = region
    self.origin = origin
    self.newest = newest
    self.read = read
    known = [newest]
  }

  /// The newest state that is not after a version; `nil` if the server has none.
  mutating func newest(notAfter version: ReleaseVersion) throws -> ReplicationState? {
    while let oldest = known.last, oldest.version > version {
      guard known.count < Self.mostSteps, oldest.sequence > 0, let state = try read(oldest.sequence - 1) else {
        return nil
      }
      guard state.sequence == oldest.sequence - 1, state.version <= oldest.version else {
        throw MapLibraryError.inconsistentServer(
          region: region.id, reason: "the state of change file \(oldest.sequence - 1) is not older than the next one")
      }
      known.append(state)
    }
    return known.first { $0.version <= version }
  }

  /// The state of a version; `nil` if none is exactly of it.
  mutating func state(of version: ReleaseVersion) throws -> ReplicationState? {
    let found = try newest(notAfter: version)
    return found?.version == version ? found : nil
  }
}

/// The newest version that all regions have; `nil` if they have none in common.
func newestCommonVersion(of tracks: inout [ReleaseTrack]) throws -> ReleaseVersion? {
  guard var candidate = tracks.map(\.newest.version).min() else { return nil }
  while true {
    var lowest = candidate
    for number in tracks.indices {
      guard let state = try tracks[number].newest(notAfter: candidate) else { return nil }
      lowest = min(lowest, state.version)
    }
    if lowest == candidate { return candidate }
    candidate = lowest
  }
}
