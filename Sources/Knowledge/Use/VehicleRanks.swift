/// The numbers of vehicles in the order of their names, by those that several threads gave them as they came.
///
/// So nothing depends on which thread read what.
struct VehicleRanks: Sendable {
  /// Ascending by their bytes.
  let names: [String]
  private let ranks: [UInt32]

  /// A vehicle's number among those of all threads.
  ///
  /// - Parameter number: its own on the thread.
  static func number(_ number: UInt32, ofWorker worker: Int, of workers: Int) -> UInt32 {
    number * UInt32(workers) + UInt32(worker)
  }

  /// - Parameter read: by worker, the names in the order of their numbers.
  init(_ read: [[String]]) {
    names = Set(read.joined()).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, UInt32($0)) })
    var ranks = [UInt32](repeating: 0, count: read.count * (read.map(\.count).max() ?? 0))
    for (worker, names) in read.enumerated() {
      for (number, name) in names.enumerated() {
        ranks[Int(Self.number(UInt32(number), ofWorker: worker, of: read.count))] = numbers[name] ?? 0
      }
    }
    self.ranks = ranks
  }

  subscript(number: UInt32) -> UInt32 { ranks[Int(number)] }
}
