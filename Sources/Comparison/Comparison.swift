internal import Geodesy
package import RoadGraph

/// The contents of a file of routes.
package struct ComparedFile: Hashable, Sendable {
  package enum Kind: String, Sendable { case edges, lines }
  /// As the user named it.
  package var path: String
  package var kind: Kind
  package let traces: Int
  /// Pieces between nodes that the map does not have as neighbours: they can only count as missing or extra.
  package var foreignPieces = 0
}

/// One trace in the truth and in the result.
package struct TraceComparison: Hashable, Sendable {
  package enum Presence: String, Sendable {
    case both
    case truthOnly = "truth"
    case resultOnly = "result"
  }

  package var id: String
  package let presence: Presence
  package let overlap: RouteOverlap
  /// See ``ComparisonSettings/pairLimit``.
  package let isExact: Bool
}

/// A result measured against the truth, trace by trace.
package struct Comparison: Sendable {
  package let truth: ComparedFile
  package var result: ComparedFile
  /// In the order of the truth's file, then the traces that only the result has.
  package let traces: [TraceComparison]
  package var refusals: RefusalLedger
  package var points: PointComparison?

  /// All traces together. Lengths are added, so long traces weigh more.
  package var overall: RouteOverlap { traces.reduce(RouteOverlap()) { $0 + $1.overlap } }

  package var isExact: Bool { traces.allSatisfy(\.isExact) }

  /// The greatest share of wrong length first; ties in the original order.
  package var worstFirst: [TraceComparison] {
    traces.enumerated().sorted { a, b in
      let (first, second) = (a.element.overlap.correctFraction ?? 1, b.element.overlap.correctFraction ?? 1)
      return first != second ? first < second : a.offset < b.offset
    }.map(\.element)
  }
}

/// Compares the routes of two files; either may be the truth.
///
/// - Parameters:
///   - graph: the map that both files refer to; without it, the files must give the lengths of edges.
///   - truthMap: the map of the truth if it differs from `graph`. Node and edge ids then do not match, so both files
///     are compared by line.
/// - Throws: ``ComparisonError``.
package func compare(
  truth: String, result: String, on graph: RoadGraph?, truthMap: RoadGraph? = nil,
  settings: ComparisonSettings = ComparisonSettings()
) throws(ComparisonError) -> Comparison {
  var refusals = RefusalLedger(limit: settings.refusalsTold)
  let routes = (
    try Routes(path: truth, on: truthMap ?? graph, &refusals), try Routes(path: result, on: graph, &refusals)
  )
  if let graph, let truthMap {
    let lines = (
      try routes.0.lines(on: truthMap, file: truth, &refusals), try routes.1.lines(on: graph, file: result, &refusals)
    )
    return try compare(lines: lines.0, truth, lines.1, result, refusals, settings)
  }
  switch routes {
  case (.edges(var a), .edges(var b)):
    try pair(&a, truth, &b, result)
    let lengths = try PieceLengths(a, b, on: graph)
    a = lengths.resolve(a, file: truth, &refusals)
    b = lengths.resolve(b, file: result, &refusals)
    let traces = compared(a, b) { overlap($0, $1, pairLimit: settings.pairLimit) }
    var files = (a.file(truth, .edges), b.file(result, .edges))
    files.0.foreignPieces = lengths.foreignPieces(of: a)
    files.1.foreignPieces = lengths.foreignPieces(of: b)
    return Comparison(truth: files.0, result: files.1, traces: traces, refusals: refusals)
  case (.lines(let a), .lines(let b)): return try compare(lines: a, truth, b, result, refusals, settings)
  default: throw .differentKinds(truth: truth, result: result)
  }
}

private func compare(
  lines a: Grouped<[Place]>, _ truth: String, _ b: Grouped<[Place]>, _ result: String, _ refusals: RefusalLedger,
  _ settings: ComparisonSettings
) throws(ComparisonError) -> Comparison {
  var (a, b, refusals) = (a, b, refusals)
  try pair(&a, truth, &b, result)
  refuseLongSteps(of: &a, truth, &refusals)
  refuseLongSteps(of: &b, result, &refusals)
  refuseLongLines(of: &a, truth, settings, &refusals)
  refuseLongLines(of: &b, result, settings, &refusals)
  let traces = compared(a, b) { (overlap($0, $1, settings), true) }
  return Comparison(truth: a.file(truth, .lines), result: b.file(result, .lines), traces: traces, refusals: refusals)
}

/// Gives the only trace of a file without trace ids the name of the other file's only trace.
private func pair<Element>(
  _ a: inout Grouped<Element>, _ pathOfA: String, _ b: inout Grouped<Element>, _ pathOfB: String
) throws(ComparisonError) {
  if a.isNameless {
    guard b.ids.count <= 1 else { throw .cannotPair(nameless: pathOfA, other: pathOfB, traces: b.ids.count) }
    a.rename(to: b.ids.first ?? "")
  } else if b.isNameless {
    guard a.ids.count <= 1 else { throw .cannotPair(nameless: pathOfB, other: pathOfA, traces: a.ids.count) }
    b.rename(to: a.ids.first ?? "")
  }
}

/// Leaves out lines across half the earth: cut into pieces of a few metres, one of them would fill the memory.
private func refuseLongSteps(of lines: inout Grouped<[Place]>, _ path: String, _ refusals: inout RefusalLedger) {
  func isLong(_ line: [Place]) -> Bool {
    zip(line, line.dropFirst()).contains { groundDistance($0, $1) > ComparisonSettings.longestStep }
  }
  for trace in lines.elements.indices {
    for _ in lines.elements[trace].filter(isLong) {
      refusals.refuse(.longStep, file: path, line: nil, traceID: lines.ids[trace], what: "line")
    }
    lines.elements[trace].removeAll(where: isLong)
  }
}

/// Leaves out the lines of traces that would take more pieces than the limit.
private func refuseLongLines(
  of lines: inout Grouped<[Place]>, _ path: String, _ settings: ComparisonSettings, _ refusals: inout RefusalLedger
) {
  func length(_ line: [Place]) -> Metres { zip(line, line.dropFirst()).reduce(0) { $0 + groundDistance($1.0, $1.1) } }
  for trace in lines.elements.indices {
    let whole = lines.elements[trace].reduce(0) { $0 + length($1) }
    guard whole / settings.step > Double(settings.pieceLimit) else { continue }
    refusals.refuse(.longLine, file: path, line: nil, traceID: lines.ids[trace], what: "trace")
    lines.elements[trace] = []
  }
}

private func compared<Element>(
  _ a: Grouped<Element>, _ b: Grouped<Element>,
  _ overlap: ([Element], [Element]) -> (overlap: RouteOverlap, isExact: Bool)
) -> [TraceComparison] {
  let ids = a.ids + b.ids.filter { a.number(of: $0) == nil }
  return ids.map { id in
    let (first, second) = (a.number(of: id), b.number(of: id))
    let found = overlap(first.map { a.elements[$0] } ?? [], second.map { b.elements[$0] } ?? [])
    return TraceComparison(
      id: id, presence: first == nil ? .resultOnly : second == nil ? .truthOnly : .both, overlap: found.overlap,
      isExact: found.isExact)
  }
}

extension Grouped {
  fileprivate func file(_ path: String, _ kind: ComparedFile.Kind) -> ComparedFile {
    ComparedFile(path: path, kind: kind, traces: ids.count)
  }
}
