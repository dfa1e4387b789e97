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

  /// Queues are taken to stand on the last metres of an edge: two cars. With 40 m, speeds of a simulated city err by 24 %
  /// in place of 22 % at 5 s.
  static let queueLength: Float = 15
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
  ///
  /// A fix among the last metres was probably made while the vehicle stood there: half of the time at the end is behind
  /// it, wherever it lies.
  func shares(of part: IntervalPart) -> (moving: Float, atEnd: Float) {
    let edge = part.edge.index
    let length = lengths[edge]
    let queue = length - min(length, Self.queueLength)
    let before: Float = part.isEntered || part.begin < queue ? 0 : 0.5
    let after: Float = part.isLeft ? 1 : part.end < queue ? 0 : 0.5
    let share = endShares[edge]
    return ((1 - share) * (part.end - part.begin) / length, share * max(0, after - before))
  }
}
