/// The counts of an import, by stable names; they end up in ``Provenance/counts``.
///
/// A name appears only if its count is above zero.
struct ImportCounts: Equatable {
  private(set) var byName: [String: Int] = [:]

  mutating func add(_ name: String) { add(1, name) }

  mutating func add(_ count: Int, _ name: String) {
    if count > 0 { byName[name, default: 0] += count }
  }

  mutating func merge(_ other: ImportCounts) {
    byName.merge(other.byName) { $0 + $1 }
  }
}
