internal import Geodesy
internal import RoadGraph

/// The expected times of one round of learning, for every edge and class of hours.
///
/// An edge takes its pace in the mean of the week, times the factor of its tier of roads in the class, times a factor of
/// its own where enough is known.
///
/// Shapes, for *m* edges, *t* tiers, *c* classes and *k* edges with factors of their own:
///
///     lengths, paces, tiers               m; in metres, and in seconds per metre
///     hourFactors                         t · c
///     ownRows                             m, the row of `ownFactors`, or -1
///     ownFactors                          k · c, in 1 / ``ownScale``
struct SpeedField: Sendable {
  var lengths: [Float]
  var paces: [Float]
  var tiers: [UInt8]
  var hourFactors: [Float]
  var ownRows: [Int32]
  var ownFactors: [UInt16] = []
  let classCount: Int

  static let ownScale: Float = 8192

  /// In seconds per metre.
  func pace(of edge: Int, in class: Int) -> Float {
    let pace = paces[edge] * hourFactors[Int(tiers[edge]) * classCount + `class`]
    let row = Int(ownRows[edge])
    return row < 0 ? pace : pace * Float(ownFactors[row * classCount + `class`]) / Self.ownScale
  }

  /// The time of the whole edge, in seconds.
  func seconds(of edge: Int, in class: Int) -> Float { pace(of: edge, in: `class`) * lengths[edge] }
}
