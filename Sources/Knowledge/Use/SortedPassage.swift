internal import RoadGraph

/// A passage as it waits to be counted, in 16 bytes.
struct SortedPassage: Comparable, BitwiseCopyable {
  let edge: UInt32
  let vehicle: UInt32
  /// The time in milliseconds, the hour of the week, and whether the drive came here for the first time.
  private let moment: Int64

  init(_ passage: RoadPassage, vehicle: UInt32, hour: Int, isFirstOfDrive: Bool) {
    edge = passage.edge.rawValue
    self.vehicle = vehicle
    moment = passage.time << 9 | Int64(hour) << 1 | (isFirstOfDrive ? 1 : 0)
  }

  var time: Int64 { moment >> 9 }
  var hourOfWeek: Int { Int(moment >> 1 & 0xFF) }
  var isFirstOfDrive: Bool { moment & 1 != 0 }

  static func < (a: SortedPassage, b: SortedPassage) -> Bool { (a.vehicle, a.moment) < (b.vehicle, b.moment) }
}

extension SortedPassage {
  /// So many that 10⁹ passages are 250 MB at a time.
  static let parts = 64

  static func part(of edge: EdgeID, on graph: RoadGraph) -> Int { edge.index / width(on: graph) }

  /// The edges of a part.
  static func edges(of part: Int, on graph: RoadGraph) -> Range<Int> {
    let width = width(on: graph)
    return min(part * width, graph.edgeCount)..<min((part + 1) * width, graph.edgeCount)
  }

  private static func width(on graph: RoadGraph) -> Int { (graph.edgeCount + parts - 1) / parts + 1 }

  /// Passages by edge, then by vehicle and time; those of edge `edges.lowerBound + i` begin at `firsts[i]`.
  static func sorted(_ passages: [SortedPassage], edges: Range<Int>) -> (passages: [SortedPassage], firsts: [Int]) {
    var firsts = [Int](repeating: 0, count: edges.count + 1)
    for passage in passages { firsts[Int(passage.edge) - edges.lowerBound + 1] += 1 }
    for edge in 0..<edges.count { firsts[edge + 1] += firsts[edge] }
    var ends = firsts
    var sorted = passages
    for passage in passages {
      let edge = Int(passage.edge) - edges.lowerBound
      sorted[ends[edge]] = passage
      ends[edge] += 1
    }
    for edge in 0..<edges.count where firsts[edge + 1] - firsts[edge] > 1 {
      sorted[firsts[edge]..<firsts[edge + 1]].sort()
    }
    return (sorted, firsts)
  }
}

extension RoadUse {
  /// - Parameter passages: of this edge, by vehicle.
  mutating func take(_ passages: ArraySlice<SortedPassage>, _ vehicles: VehicleHashes) {
    var (vehicle, run) = (UInt32?.none, 0)
    for passage in passages {
      if passage.vehicle != vehicle { (vehicle, run) = (passage.vehicle, 0) }
      run += 1
      if run == 1 {
        support.vehicles += 1
        support.who.insert(vehicles[passage.vehicle])
      }
      support.mostOfOne = max(support.mostOfOne, run)
      support.trips += passage.isFirstOfDrive ? 1 : 0
      first = min(first ?? .max, passage.time)
      last = max(last ?? .min, passage.time)
      byHour[passage.hourOfWeek % 24] += 1
      byDay[passage.hourOfWeek / 24] += 1
    }
    support.passages += passages.count
  }
}
