internal import Geodesy

/// Turns two lists of pieces into sequences of elements that are either equal or disjoint.
///
/// Every piece of road is cut at each fraction at which travel on it began or ended in either list:
///
///     truth     0 ──────────────── 1            element 0, 1, 2
///     result         0.2 ── 0.7                 element 1
///
/// Aligning equal elements then measures the overlap of partial pieces exactly. Fractions are whole millionths.
struct PieceCutter {
  private var numbers: [PieceKey: Int32] = [:]
  private var lengths: [Metres] = []
  /// By the number of a piece, ascending, without 0 and 1; most pieces have none.
  private var cuts: [Int32: [Int32]] = [:]
  private var firstElements: [Int32] = []

  /// Weights of the elements in micrometres.
  private(set) var weights: [Int64] = []

  init(_ truth: [ListedPiece], _ result: [ListedPiece]) {
    for piece in truth { note(piece) }
    for piece in result { note(piece) }
    for (number, length) in lengths.enumerated() {
      firstElements.append(Int32(weights.count))
      cuts[Int32(number)] = cuts[Int32(number)].map { Array(Set($0)).sorted() }
      let ends = (cuts[Int32(number)] ?? []) + [1_000_000]
      var begin: Int32 = 0
      for end in ends {
        weights.append(inMicrometres(length * Double(end - begin) / 1e6))
        begin = end
      }
    }
  }

  private mutating func note(_ piece: ListedPiece) {
    let number = numbers[piece.key] ?? Int32(lengths.count)
    if number == lengths.count {
      numbers[piece.key] = number
      lengths.append(piece.length ?? 0)
    }
    for cut in [inMillionths(piece.begin), inMillionths(piece.end)] where cut > 0 && cut < 1_000_000 {
      cuts[number, default: []].append(cut)
    }
  }

  /// The elements of a list in order.
  func elements(of pieces: [ListedPiece]) -> [Int32] {
    var elements: [Int32] = []
    elements.reserveCapacity(pieces.count)
    for piece in pieces {
      guard let number = numbers[piece.key] else { continue }
      let first = firstElements[Int(number)]
      guard let cuts = cuts[number] else {
        elements.append(first)
        continue
      }
      elements += first + index(of: piece.begin, in: cuts)..<first + index(of: piece.end, in: cuts)
    }
    return elements
  }

  /// The number of elements before a fraction.
  private func index(of fraction: Double, in cuts: [Int32]) -> Int32 {
    let millionths = inMillionths(fraction)
    if millionths <= 0 { return 0 }
    return millionths >= 1_000_000 ? Int32(cuts.count) + 1 : Int32(cuts.firstIndex(of: millionths) ?? 0) + 1
  }
}

private func inMillionths(_ fraction: Double) -> Int32 { Int32((fraction * 1e6).rounded()) }

/// Compares two lists of pieces with lengths.
func overlap(
  _ truth: [ListedPiece], _ result: [ListedPiece], pairLimit: Int
) -> (overlap: RouteOverlap, isExact: Bool) {
  let cutter = PieceCutter(truth, result)
  let (a, b) = (cutter.elements(of: truth), cutter.elements(of: result))
  let alignment = align(a, b, weights: cutter.weights, pairLimit: pairLimit)
  let weight: ([Int32]) -> Int64 = { $0.reduce(0) { $0 + cutter.weights[Int($1)] } }
  let overlap = RouteOverlap(
    truth: weight(a), result: weight(b), found: alignment.weight, confirmed: alignment.weight)
  return (overlap, alignment.isExact)
}
