internal import Storage

/// Some vehicles of a set, by which one can say of another set how many of its vehicles are surely new.
///
/// It keeps the ``size`` least hashes: of as many vehicles it is exact, of more it is a sample of constant size that
/// merges to the same bytes in any order.
///
/// - Source: the k minimum values of Bar-Yossef et al., RANDOM 2002, doi:10.1007/3-540-45726-7_1, and their merging in
///   Beyer et al., SIGMOD 2007, doi:10.1145/1247480.1247504.
package struct VehicleSketch: Hashable, Sendable {
  /// Ascending, at most ``size``.
  package private(set) var hashes: [UInt64] = []
  /// There were more vehicles than it holds.
  package private(set) var isSample = false

  /// Of 64 vehicles each is known; a sketch takes 512 bytes at most.
  package static let size = 64

  package init() {}

  /// - Parameter hashes: as ``hashes`` was, in any order.
  package init(hashes: [UInt64], isSample: Bool) {
    self.hashes = Array(Set(hashes).sorted().prefix(Self.size))
    self.isSample = isSample || Set(hashes).count > Self.size
  }

  init(of vehicles: some Sequence<UInt32>, _ hashes: VehicleHashes) {
    for vehicle in vehicles { insert(hashes[vehicle]) }
  }

  mutating func insert(_ hash: UInt64) {
    if hashes.count == Self.size, let last = hashes.last, last < hash {
      isSample = true
      return
    }
    let place = hashes.partitioningIndex { $0 >= hash }
    guard place == hashes.count || hashes[place] != hash else { return }
    hashes.insert(hash, at: place)
    if hashes.count > Self.size {
      hashes.removeLast()
      isSample = true
    }
  }

  package mutating func merge(_ other: VehicleSketch) {
    for hash in other.hashes { insert(hash) }
    isSample = isSample || other.isSample
  }

  /// How many of its vehicles are surely not among others; never more than there are.
  ///
  /// Where the others are a sample, a vehicle is surely new if its hash is less than the greatest one of the sample.
  package func surelyNew(besides others: VehicleSketch) -> Int {
    let bound = others.isSample ? others.hashes.last ?? 0 : UInt64.max
    let known = Set(others.hashes)
    return hashes.count { $0 <= bound && !known.contains($0) }
  }
}

extension Support {
  /// - Parameters:
  ///   - vehicles: of each passage.
  ///   - drives: of each passage.
  init(of vehicles: [UInt32], drives: [UInt32], _ hashes: VehicleHashes) {
    self.init(passages: vehicles.count)
    let drives = drives.sorted()
    trips = drives.indices.count { $0 == 0 || drives[$0] != drives[$0 - 1] }
    var (run, last) = (0, UInt32?.none)
    for vehicle in vehicles.sorted() {
      run = vehicle == last ? run + 1 : 1
      last = vehicle
      if run == 1 {
        self.vehicles += 1
        who.insert(hashes[vehicle])
      }
      mostOfOne = max(mostOfOne, run)
    }
  }
}

/// Hashes of the vehicles that a table counts by numbers.
///
/// They need no key: whoever may read them may read the names beside them.
struct VehicleHashes: Sendable {
  private var hashes: [UInt64]

  /// - Parameter names: by number.
  init(_ names: some Sequence<String>) { hashes = names.map(Self.hash) }

  var count: Int { hashes.count }

  mutating func append(_ name: String) { hashes.append(Self.hash(name)) }

  subscript(vehicle: UInt32) -> UInt64 { hashes[Int(vehicle)] }

  static func hash(_ name: String) -> UInt64 { sipHash(Array(name.utf8), key: (0, 0)) }
}
