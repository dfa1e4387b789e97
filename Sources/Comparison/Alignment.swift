internal import Storage

/// The heaviest common subsequence of two sequences.
struct Alignment: Equatable {
  var weight: Int64
  /// Whether no heavier one exists. If `false`, it is the heaviest among pairs of nearby elements.
  var isExact: Bool
}

/// Aligns two sequences of numbers, in which a number has the same weight at every position.
///
/// The common prefix and suffix are taken at once; this loses nothing, since equal elements weigh the same. Elements
/// that only one sequence contains cannot be common. For the rest, every pair of equal elements is a point, and a tree
/// of maxima finds the heaviest chain of points that rises in both sequences.
///
/// Shapes: `weights[e]` for every element *e* of `a` and `b`.
///
/// - Parameter pairLimit: with more pairs of equal elements than this, each element of `a` is paired only with the
///   elements of `b` nearest to its relative place, as many as the limit allows; the result may then be too light,
///   never too heavy.
/// - Complexity: O(*n + m + r* log *m*) for *r* pairs of equal elements; *r* is about *n* except for routes driven many
///   times over.
/// - Source: Hunt & Szymanski, CACM 1977, doi:10.1145/359581.359603, with weights as in Jacobson & Vo, CPM 1992, LNCS
///   644.
func align(_ a: [Int32], _ b: [Int32], weights: [Int64], pairLimit: Int) -> Alignment {
  var pair = SequencePair(a: a[...], b: b[...])
  var weight = pair.trim(weights)
  pair.dropUnshared(elementCount: weights.count)
  weight += pair.trim(weights)
  let chain = pair.heaviestChain(weights, pairLimit: pairLimit)
  return Alignment(weight: weight + chain.weight, isExact: chain.isExact)
}

private struct SequencePair {
  var a: ArraySlice<Int32>
  var b: ArraySlice<Int32>

  /// Removes the common prefix and suffix and returns their weight.
  mutating func trim(_ weights: [Int64]) -> Int64 {
    var weight: Int64 = 0
    while let first = a.first, first == b.first {
      weight += weights[Int(first)]
      a.removeFirst()
      b.removeFirst()
    }
    while let last = a.last, last == b.last {
      weight += weights[Int(last)]
      a.removeLast()
      b.removeLast()
    }
    return weight
  }

  mutating func dropUnshared(elementCount: Int) {
    guard !a.isEmpty || !b.isEmpty else { return }
    var places = [UInt8](repeating: 0, count: elementCount)
    for element in a { places[Int(element)] |= 1 }
    for element in b { places[Int(element)] |= 2 }
    a = a.filter { places[Int($0)] == 3 }[...]
    b = b.filter { places[Int($0)] == 3 }[...]
  }

  func heaviestChain(_ weights: [Int64], pairLimit: Int) -> Alignment {
    guard !a.isEmpty, !b.isEmpty else { return Alignment(weight: 0, isExact: true) }
    let occurrences = Occurrences(of: Array(b), elementCount: weights.count)
    let pairCount = a.reduce(0) { $0 + occurrences.range(of: $1).count }
    let isExact = pairCount <= pairLimit
    let most = isExact ? Int.max : max(1, pairLimit / a.count)
    var chain = MaximumTree(count: b.count)
    for (number, element) in a.enumerated() {
      let nearest = number * b.count / a.count
      // From the back, so that no element of `a` is used twice.
      for index in occurrences.range(of: element, atMost: most, nearest: nearest).reversed() {
        let place = occurrences.places[index]
        chain.raise(place, to: chain.maximum(before: place) + weights[Int(element)])
      }
    }
    return Alignment(weight: chain.maximum(before: b.count), isExact: isExact)
  }
}

/// The positions of each element in a sequence.
private struct Occurrences {
  /// Places grouped by element, ascending within each.
  private(set) var places: [Int]
  private var starts: [Int]

  init(of sequence: [Int32], elementCount: Int) {
    starts = [Int](repeating: 0, count: elementCount + 1)
    for element in sequence { starts[Int(element) + 1] += 1 }
    for element in 0..<elementCount { starts[element + 1] += starts[element] }
    places = [Int](repeating: 0, count: sequence.count)
    var next = starts
    for (place, element) in sequence.enumerated() {
      places[next[Int(element)]] = place
      next[Int(element)] += 1
    }
  }

  func range(of element: Int32) -> Range<Int> { starts[Int(element)]..<starts[Int(element) + 1] }

  /// At most this many places of an element, the nearest to `nearest`.
  func range(of element: Int32, atMost most: Int, nearest: Int) -> Range<Int> {
    let all = range(of: element)
    guard all.count > most else { return all }
    let middle = places[all].partitioningIndex { $0 >= nearest }
    let begin = min(max(all.lowerBound, middle - most / 2), all.upperBound - most)
    return begin..<begin + most
  }
}

/// Weights by place; finds the maximum over all earlier places in logarithmic time.
///
/// - Source: Fenwick, Software: Practice and Experience 1994, doi:10.1002/spe.4380240306, with maxima instead of sums.
struct MaximumTree {
  private var nodes: [Int64]

  init(count: Int) { nodes = [Int64](repeating: 0, count: count + 1) }

  /// The greatest weight at places below `place`, or 0.
  func maximum(before place: Int) -> Int64 {
    var greatest: Int64 = 0
    var node = place
    while node > 0 {
      greatest = max(greatest, nodes[node])
      node &= node - 1
    }
    return greatest
  }

  mutating func raise(_ place: Int, to weight: Int64) {
    var node = place + 1
    while node < nodes.count {
      nodes[node] = max(nodes[node], weight)
      node += node & -node
    }
  }
}
