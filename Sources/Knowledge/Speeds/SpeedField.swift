internal import Geodesy
internal import RoadGraph

/// The expected times of one round of learning, for every edge and class of hours.
///
/// An edge takes its pace in the mean of the week, times the factor of its tier of roads in the class, times a factor of
/// its own where enough is known. A share of its time is spent near its end, where queues stand.
///
/// Shapes, for *m* edges, *t* tiers, *c* classes and *k* edges with factors of their own:
///
///     lengths, paces, endShares, tiers    m; in metres, seconds per metre, 0 … 0.95
///     hourFactors                         t · c
///     ownRows                             m, the row of `ownFactors`, or -1
///     ownFactors                          k · c, in 1 / ``ownScale``
struct SpeedField: Sendable {
  var lengths: [Float]
  var paces: [Float]
  var endShares: [Float]
  var tiers: [UInt8]
  var hourFactors: [Float]
  var ownRows: [Int32]
  var ownFactors: [UInt16] = []
  let classCount: Int

  /// Queues are taken to stand on the last metres of an edge: five or six cars.
  static let queueLength: Float = 40
  static let ownScale: Float = 8192

  /// In seconds per metre.
  func pace(of edge: Int, in class: Int) -> Float {
    let pace = paces[edge] * hourFactors[Int(tiers[edge]) * classCount + `class`]
    let row = Int(ownRows[edge])
    return row < 0 ? pace : pace * Float(ownFactors[row * classCount + `class`]) / Self.ownScale
  }

  /// The time of the whole edge, in seconds.
  func seconds(of edge: Int, in class: Int) -> Float { pace(of: edge, in: `class`) * lengths[edge] }

  /// The shares of the time of an edge that a part of it takes, moving and at its end: 1 in all for the whole edge.
  func shares(of edge: Int, from begin: Float, to end: Float) -> (moving: Float, atEnd: Float) {
    let length = lengths[edge]
    guard length > 0 else { return (0, 0) }
    let queue = min(length, Self.queueLength)
    let overlap = max(0, end - max(begin, length - queue))
    let share = endShares[edge]
    return ((1 - share) * max(0, end - begin) / length, share * overlap / queue)
  }
}
