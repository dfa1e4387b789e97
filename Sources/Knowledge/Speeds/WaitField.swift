internal import RoadGraph

/// How fast edges are driven, and how long vehicles wait on them, to divide the times between fixes.
struct WaitField: Sendable {
  let bins: WaitBins
  /// By row of driven edges, in seconds per metre, without waits.
  var paces: [Float]
  /// By bin, in seconds per passage.
  var waits: [Float]

  /// What is expected where nothing is known, in seconds per metre.
  static let usual: Float = 0.02

  init(_ bins: WaitBins, paces: [Float]) {
    self.bins = bins
    self.paces = paces
    waits = []
    waits.reserveCapacity(bins.count)
    for row in bins.edges.indices {
      for bin in bins.bins(ofRow: row) {
        let ground = bins.ground(of: bin, row: row)
        waits.append(Self.usual * (ground.upperBound - ground.lowerBound))
      }
    }
  }

  /// What is expected of the whole edge.
  func seconds(of edge: EdgeID, _ lengths: [Float]) -> Float {
    let row = bins.row(of: edge)
    return lengths[edge.index] * paces[row] + bins.bins(ofRow: row).reduce(0) { $0 + waits[$1] }
  }

  /// The part of the expected time of an edge that is waited; 0 where nobody drove.
  func waitingShare(of edge: EdgeID, _ lengths: [Float]) -> Float {
    let row = bins.row(of: edge)
    guard row >= 0 else { return 0 }
    return 1 - lengths[edge.index] * paces[row] / seconds(of: edge, lengths)
  }
}
