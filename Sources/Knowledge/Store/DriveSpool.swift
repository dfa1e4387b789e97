internal import Geodesy
package import RoadGraph
internal import Storage

/// The drives of a run until it ends, in a file without a name that disappears with the program.
///
/// Drives may come in any order; memory is some 80 bytes per drive and the names of the vehicles.
package final class DriveSpool: @unchecked Sendable {  // Sendable: whoever shares it lets one thread in at a time
  /// What is known of a drive without reading it.
  struct Entry {
    var day: Int32
    var map: Int32
    /// Index into `vehicles`.
    var vehicle: Int32
    var byteCount: Int32
    var offset: Int
    var span: TimeSpan
    var parts: DriveParts
  }

  package let mode: TravelMode
  /// The zone whose hours the tables have; `nil` keeps what the store has.
  package var zone: String?
  private(set) var maps: [SpooledMap] = []
  private(set) var entries: [Entry] = []
  private(set) var vehicles: [String] = []
  private var vehicleNumbers: [String: Int32] = [:]
  private var mapNumbers: [String: Int32] = [:]
  private let file: ScratchFile
  /// Steps of all drives.
  package private(set) var stepCount = 0

  /// - Parameter folder: of the store that will take the drives; it is made if it is missing.
  /// - Throws: ``StoreError`` if the folder cannot take them: it has other files, or drives of another mode.
  package init(for folder: String, mode: TravelMode, zone: String? = nil) throws(StoreError) {
    self.mode = mode
    self.zone = zone
    try KnowledgeStore.checkFolder(folder, takes: mode)
    file = try storing { () throws(StorageError) in
      try makeFolder(at: folder, for: .ownerAlone)
      return try ScratchFile(in: folder)
    }
  }

  package var driveCount: Int { entries.count }

  /// - Parameter graph: the map on which the drive was matched.
  package func append(_ drive: EncodedDrive, on graph: RoadGraph) throws(StoreError) {
    let map = mapNumbers[graph.version] ?? add(SpooledMap(of: graph))
    stepCount += drive.stepCount
    try append(drive.stored, map: map)
  }

  /// A drive in its packed form.
  func append(_ bytes: [UInt8], on graph: RoadGraph) throws(StoreError) {
    let map = mapNumbers[graph.version] ?? add(SpooledMap(of: graph))
    try append(StoredDrive(bytes), map: map)
  }

  /// The drives of another store, and its zone if none is known.
  ///
  /// - Throws: ``StoreError``, also if its drives are of another mode.
  package func append(allOf store: KnowledgeStore) throws(StoreError) {
    guard store.contents.mode == mode else {
      throw .otherMode(path: store.folder, stored: store.contents.mode.name, offered: mode.name)
    }
    zone = zone ?? store.contents.zone
    for day in try store.dayFiles() {
      let reader = try DayReader(day)
      let version = reader.header.mapVersion
      let map: Int32
      if let known = mapNumbers[version] { map = known } else { map = add(try SpooledMap(version, of: store)) }
      while let drive = try reader.next() { try append(drive, map: map) }
    }
  }

  /// The bytes of a drive.
  func drive(_ entry: Entry) throws(StoreError) -> StoredDrive {
    var bytes: [UInt8] = []
    try storing { () throws(StorageError) in
      try file.read(Int(entry.byteCount), from: entry.offset, appendingTo: &bytes)
    }
    return StoredDrive(bytes)
  }

  private func append(_ drive: StoredDrive, map: Int32) throws(StoreError) {
    let (bytes, key) = (drive.bytes, drive.key)
    let offset = try storing { () throws(StorageError) in try file.append(bytes) }
    entries.append(
      Entry(
        day: Int32(clamping: key.day), map: map, vehicle: number(of: key.vehicle), byteCount: Int32(bytes.count),
        offset: offset, span: TimeSpan(of: key), parts: drive.parts))
  }

  private func number(of vehicle: String) -> Int32 {
    if let number = vehicleNumbers[vehicle] { return number }
    let number = Int32(vehicles.count)
    vehicles.append(vehicle)
    vehicleNumbers[vehicle] = number
    return number
  }

  private func add(_ map: SpooledMap) -> Int32 {
    maps.append(map)
    mapNumbers[map.entry.version] = Int32(maps.count - 1)
    return Int32(maps.count - 1)
  }
}

/// A map of spooled drives, and where the description of its roads comes from.
struct SpooledMap: Sendable {
  enum Roads: Sendable {
    case graph(RoadGraph)
    /// A file of another store.
    case pieces(path: String)
  }

  let entry: StoredMap
  let roads: Roads

  init(of graph: RoadGraph) {
    entry = StoredMap(of: graph)
    roads = .graph(graph)
  }

  init(_ version: String, of store: KnowledgeStore) throws(StoreError) {
    guard let entry = store.contents.maps.first(where: { $0.version == version }) else {
      throw .unknownMap(path: store.folder, version: version)
    }
    self.entry = entry
    roads = .pieces(path: store.piecesPath(ofMap: version))
  }
}

/// When a drive was, in milliseconds since 1970; the end is not part of it.
struct TimeSpan: Hashable, Sendable {
  var begin: Int64
  var end: Int64

  init(of key: DriveKey) {
    begin = key.begin
    end = max(key.end, key.begin &+ 1)
  }

  func overlaps(_ other: TimeSpan) -> Bool { begin < other.end && other.begin < end }
}
