internal import Downloads
package import RoadGraph

/// What brings a library from one version to another.
package struct LibraryPlan: Sendable {
  /// The version of all packages afterwards; `nil` if it is unknown until an extract has been fetched.
  package var version: ReleaseVersion?
  package var packages: [PackagePlan]

  /// In bytes; a size that the server does not state is taken as 0.
  package var downloadSize: Int { packages.flatMap(\.regions).map(\.downloadSize).saturatingSum }

  /// Whether nothing has to be done.
  package var isEmpty: Bool { packages.allSatisfy(\.isEmpty) }
}

/// What brings one package to the version of a plan.
package struct PackagePlan: Sendable {
  package var id: String
  package var regions: [RegionPlan]
  /// What the map will contain.
  package var groups: DataGroups
  package var origin = MapOrigin.built
  /// `nil` if it is not installed yet.
  package var installed: InstalledPackage?
  /// Build the map even if the data stays.
  package var isRebuilt = false

  /// Whether the map stays as it is.
  package var isEmpty: Bool {
    guard let installed else { return false }
    return !isRebuilt && installed.groups == groups && regions.allSatisfy { $0.step.isNothing }
  }
}

/// What brings the data of one region to the version of a plan.
package struct RegionPlan: Sendable {
  package enum Step: Sendable {
    case nothing
    /// Change files of the server, in their order.
    case changes([ChangeDownload])
    /// A whole extract: its reference, and its size in bytes if the server states it.
    case extract(reference: String, size: Int?)
    /// A map that the server has built.
    case map(MapDownload)

    var isNothing: Bool { if case .nothing = self { true } else { false } }
  }

  package var region: Region
  /// `nil` if it is not installed yet.
  package var installed: InstalledRegion?
  package var step: Step
  /// The state of the region's change files at the version of the plan; `nil` if it has none.
  package var target: ReplicationState?
  /// The size of the whole extract in bytes, if known, or of the whole compressed map; for comparison.
  package var fullSize: Int?

  package var downloadSize: Int {
    switch step {
    case .nothing: 0
    case .changes(let files): files.map(\.size).saturatingSum
    case .extract(_, let size): size ?? 0
    case .map(let download): download.delta?.size ?? download.map.size
    }
  }
}

extension RegionPlan {
  /// The size of the change files that wait or are to be downloaded, in bytes; a size that the server does not state is
  /// taken as 0.
  var sizeOfChanges: Int {
    guard case .changes(let files) = step else { return 0 }
    return (files.map(\.size) + (installed?.pending.map(\.size) ?? [])).saturatingSum
  }
}

/// A map to be downloaded.
package struct MapDownload: Hashable, Sendable {
  package var map: PublishedMap
  /// Where the compressed map is.
  package var reference: String
  /// What makes it of the installed map; `nil` if the whole map is to be downloaded.
  package var delta: MapDelta?
}

/// One change file to be downloaded.
package struct ChangeDownload: Hashable, Sendable {
  package var sequence: Int
  /// In bytes.
  package var size: Int
}
