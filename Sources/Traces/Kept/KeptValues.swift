/// The values of the columns of the input that are carried into reports, for the fixes of one trace.
package final class KeptValues: Sendable {
  /// The names as the input has them.
  package let names: [String]
  /// The different rows of values, one for each name; the first is empty.
  let rows: [[String]]

  init(names: [String], rows: [[String]]) {
    self.names = names
    self.rows = rows
  }

  /// The values of a fix of the trace; an empty text where it has none.
  package func texts(of fix: Fix) -> [String] { rows[Int(fix.kept)] }

  /// What the fixes of a trip have in one column.
  package struct Summary: Hashable, Sendable {
    /// The first value that is not empty.
    package var first: String?
    /// The number of different values that are not empty.
    package var count = 0
  }

  /// One for each name.
  ///
  /// - Complexity: O(fixes + different rows · names).
  package func summaries(of fixes: [Fix]) -> [Summary] {
    var isSeen = [Bool](repeating: false, count: rows.count)
    var seen: [Int] = []
    for fix in fixes where !isSeen[Int(fix.kept)] {
      isSeen[Int(fix.kept)] = true
      seen.append(Int(fix.kept))
    }
    return names.indices.map { name in
      let values = seen.map { rows[$0][name] }.filter { !$0.isEmpty }
      return Summary(first: values.first, count: Set(values).count)
    }
  }
}

extension Trace {
  /// Gives all fixes the same values.
  mutating func keep(_ values: [(name: String, text: String)]) {
    guard !values.isEmpty else { return }
    let empty = [String](repeating: "", count: values.count)
    kept = KeptValues(names: values.map(\.name), rows: [empty, values.map(\.text)])
    for index in fixes.indices { fixes[index].kept = 1 }
  }
}
