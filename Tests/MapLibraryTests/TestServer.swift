import Downloads
import Foundation
import Geodesy
import Moments
import RoadGraph
import TestSupport

@testable import MapLibrary

/// A folder that serves regions, and a library beside it.
///
/// The towns are drawn in OSM XML: each has a main street from west to east with houses beside it, and grows by a side
/// street with each version.
struct TestServer {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path("server") }

  /// Publishes a version of a town: its day, from 1, decides how many side streets it has.
  ///
  /// - Parameters:
  ///   - east: where the town lies, in hundredths of a degree from 9.5° E; it is one hundredth wide.
  ///   - streets: side streets, if not as many as the day says. `houses` likewise.
  @discardableResult
  func publish(
    _ id: String, day: Int, east: Int = 0, streets: Int? = nil, houses: Int? = nil, polygons: [[[Place]]]? = nil
  ) throws -> [PublishedRelease] {
    let publication = try publication(
      id, day: day, east: east, streets: streets, houses: houses, polygons: polygons)
    return try Publisher(folder: path) { _ in }.publish(publication)
  }

  /// Publishes a version of a town with its map.
  @discardableResult
  func publishWithMap(
    _ id: String, day: Int, east: Int = 0, streets: Int? = nil, groups: DataGroups = .standard
  ) async throws -> [PublishedRelease] {
    let publication = try publication(id, day: day, east: east, streets: streets, houses: nil, polygons: nil)
    return try await Publisher(folder: path) { _ in }.publish(publication, mapsWith: groups)
  }

  private func publication(
    _ id: String, day: Int, east: Int, streets: Int?, houses: Int?, polygons: [[[Place]]]?
  ) throws -> Publication {
    let path = try folder.write(
      "\(id)-\(day).osm", Self.town(east: east, day: day, streets: streets ?? day, houses: houses ?? 1))
    var publication = Publication(id: id)
    publication.extracts = [path]
    publication.version = Self.version(day)
    publication.polygons = polygons ?? [[Self.ground(east: east)]]
    return publication
  }

  static func version(_ day: Int) -> ReleaseVersion {
    // 1 November 2026, 21:00.
    ReleaseVersion(Timestamp(millisecondsSince1970: 1_793_566_800_000 + Int64(day - 1) * 86_400_000))
  }

  /// A square around the town, with a third of a town's width to spare.
  static func ground(east: Int) -> [Place] {
    let (west, side) = (9.5 + Double(east) / 100 - 0.003, 0.016)
    return [(0, 0), (side, 0), (side, side), (0, side)].map { x, y in
      Place(latitude: 47.497 + y, longitude: west + x)
    }
  }

  /// Nodes of the main street 1…11 (+ 1000 · east), of side streets from 101, of houses from 501.
  static func town(east: Int, day: Int, streets: Int, houses: Int) -> String {
    let base = 1000 * east
    var nodes: [String] = []
    var ways: [String] = []
    func node(_ id: Int, _ x: Int, _ y: Int) {
      let (latitude, longitude) = (47.5 + Double(y) / 1000, 9.5 + Double(east) / 100 + Double(x) / 1000)
      nodes.append(
        "<node id='\(base + id)' version='1' lat='\(String(format: "%.7f", latitude))' lon='\(String(format: "%.7f", longitude))'/>"
      )
    }
    for x in 0...10 { node(1 + x, x, 0) }
    for street in 0..<streets { node(101 + street, street + 1, 5) }
    for house in 0..<houses { for corner in 0..<3 { node(501 + 3 * house + corner, house, 7 + corner) } }
    func way(_ id: Int, _ members: [Int], _ tags: String) {
      let version = id == 1 ? day : 1
      ways.append(
        "<way id='\(base + id)' version='\(version)'>" + members.map { "<nd ref='\(base + $0)'/>" }.joined() + tags
          + "</way>")
    }
    way(
      1, Array(1...11),
      "<tag k='highway' v='secondary'/><tag k='name' v='Main'/><tag k='maxheight' v='3.5'/><tag k='lanes' v='2'/>")
    for street in 0..<streets { way(101 + street, [2 + street, 101 + street], "<tag k='highway' v='footway'/>") }
    for house in 0..<houses {
      way(501 + house, (0..<3).map { 501 + 3 * house + $0 } + [501 + 3 * house], "<tag k='building' v='yes'/>")
    }
    return "<osm version='0.6'>\n" + (nodes + ways).joined(separator: "\n") + "\n</osm>\n"
  }

  // MARK: The library

  func library(
    _ name: String = "library", builder: String = "test", tell: @escaping @Sendable (LibraryNotice) -> Void = { _ in }
  ) throws -> Library {
    let downloader = Downloader()
    return Library(
      folder: LibraryFolder(path: folder.path(name)), server: try PackageServer(path, downloader: downloader),
      builder: builder, isStopped: { false }, tell: tell)
  }

  /// Installs regions, each as a map of its own.
  @discardableResult
  func install(
    _ ids: String..., into name: String = "library", groups: DataGroups = .standard,
    updating: Bool = false, origin: MapOrigin = .built
  ) async throws -> LibraryChange {
    let library = try library(name)
    let index = try library.index()
    let wishes = try ids.map {
      Library.Wish(id: $0, regions: [try index.region(named: $0)], groups: groups, origin: origin)
    }
    let catalogue = try library.catalogue()
    let plan = try library.plan(installing: wishes, updating: updating, from: index, catalogue)
    return try await library.carryOut(plan, on: catalogue)
  }

  @discardableResult
  func update(_ name: String = "library", fully: Bool = false) async throws -> LibraryChange {
    let library = try library(name)
    let catalogue = try library.catalogue()
    let plan = try library.plan(updating: catalogue, from: library.index(), fully: fully)
    return try await library.carryOut(plan, on: catalogue)
  }

  /// The bytes of an installed map.
  func map(_ id: String, in name: String = "library") throws -> [UInt8] {
    let library = try library(name)
    let package = try library.catalogue()[id]
    return folder.bytes("\(name)/\(package?.map ?? "")") ?? []
  }
}
