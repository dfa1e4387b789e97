private import Glibc
internal import RoadRules

/// The speeds of edges in free traffic: the 85th percentile of single passages in the free hours.
///
/// Free are the hours from 22 to 6, and those in which the edge is expected to be within a twentieth of its fastest. An
/// edge with few such passages has the speed expected of its fastest hour, times what this percentile is above it on
/// edges of its tier. Limits do not count.
///
/// - Source: the percentile: Highway Capacity Manual; the night: Texas A&M Transportation Institute, Urban Mobility
///   Report 2021, appendix A.
struct FreeFlow {
  /// In km/h, one for each edge; 0 where nothing is known.
  private(set) var speeds: [Float]

  private static let nearFastest: Float = 1.05

  init(_ round: SpeedRound, _ field: SpeedField, buckets: [Range<Int>], _ settings: SpeedSettings) throws {
    let nights = (0..<settings.classes.count).map { number in
      let hours = settings.classes.parts(of: number).hours
      return hours.lowerBound >= 22 || hours.upperBound <= 6
    }
    let parts = try inParallel(buckets.count, workers: settings.workers) { bucket in
      let passages = try round.passages.passages(of: bucket, classCount: field.classCount)
      return Self.observed(passages, buckets[bucket], field, nights, fewest: settings.fewestFreePassages)
    }
    speeds = parts.flatMap(\.self)
    let ratios = Self.ratios(speeds, field)
    for edge in speeds.indices where speeds[edge] == 0 {
      speeds[edge] = ratios[Int(field.tiers[edge])] * 3.6 / Self.fastestPace(of: edge, field)
    }
  }

  static func fastestPace(of edge: Int, _ field: SpeedField) -> Float {
    (0..<field.classCount).reduce(Float.infinity) { min($0, field.pace(of: edge, in: $1)) }
  }

  private static func observed(
    _ passages: [Passage], _ edges: Range<Int>, _ field: SpeedField, _ nights: [Bool], fewest: Int
  ) -> [Float] {
    var (result, index, found): ([Float], Int, [Float]) = ([], 0, [])
    result.reserveCapacity(edges.count)
    for edge in edges {
      found.removeAll(keepingCapacity: true)
      let begin = index
      let slowest =
        begin < passages.count && passages[begin].edge == UInt32(edge)
        ? fastestPace(of: edge, field) * nearFastest : 0
      while index < passages.count, passages[index].edge == UInt32(edge) {
        let passage = passages[index]
        let hours = Int(passage.hours)
        if passage.isWhole, nights[hours] || field.pace(of: edge, in: hours) <= slowest {
          found.append(3.6 * field.lengths[edge] * passage.share / passage.seconds)
        }
        index += 1
      }
      found.sort()
      result.append(found.count >= fewest ? found.quantile(0.85) : 0)
    }
    return result
  }

  /// By tier, the median of the percentile divided by the speed of the fastest hour; that of all where a tier has none.
  private static func ratios(_ speeds: [Float], _ field: SpeedField) -> [Float] {
    var ratios = [[Float]](repeating: [], count: RoadGroups.tierCount)
    for edge in speeds.indices where speeds[edge] > 0 {
      ratios[Int(field.tiers[edge])].append(speeds[edge] * fastestPace(of: edge, field) / 3.6)
    }
    let all = ratios.flatMap(\.self).sorted()
    return ratios.map { $0.isEmpty ? all.isEmpty ? 0 : all.quantile(0.5) : $0.sorted().quantile(0.5) }
  }
}
