internal import Records
internal import Storage

/// A condition on the measures of a run, under which it is not a success: `failed_percent > 5`.
package struct FailCondition: Equatable, Sendable {
  package enum Comparison: String, CaseIterable, Sendable {
    case atLeast = ">="
    case atMost = "<="
    case equal = "=="
    case unequal = "!="
    case more = ">"
    case less = "<"
  }

  /// As written.
  package let text: String
  let name: String
  let comparison: Comparison
  let limit: Double

  /// - Throws: ``FailConditionError`` if the text is not a name, a comparison and a number.
  package init(_ text: String) throws(FailConditionError) {
    self.text = text
    guard let (comparison, range) = Self.comparison(in: text) else { throw .malformed(text) }
    name = text[..<range.lowerBound].trimmed
    let number = text[range.upperBound...].trimmed
    guard let limit = Double(number), limit.isFinite, name.wholeMatch(of: /[A-Za-z_~-]+/) != nil else {
      throw .malformed(text)
    }
    self.comparison = comparison
    self.limit = limit
  }

  private static func comparison(in text: String) -> (Comparison, Range<String.Index>)? {
    for comparison in Comparison.allCases {
      if let range = text.firstRange(of: comparison.rawValue) { return (comparison, range) }
    }
    return nil
  }

  /// - Throws: ``FailConditionError/unknownName(_:condition:names:)`` if runs of this kind have no such measure.
  package func check(for kind: OutputContent.Kind) throws(FailConditionError) {
    let names = RunCounts().measures(of: kind).flatMap {
      $0.whole == nil ? [$0.name] : [$0.name, $0.name + "_percent"]
    }
    guard names.contains(name) else { throw .unknownName(name, condition: text, names: names) }
  }

  /// The value that fulfils the condition; `nil` if it is not fulfilled. A share of nothing fulfils none.
  package func violation(by counts: RunCounts, of kind: OutputContent.Kind) -> Double? {
    let measures = counts.measures(of: kind)
    let shareOf = name.hasSuffix("_percent") ? String(name.dropLast("_percent".count)) : nil
    let value =
      measures.first { $0.name == name }.map { Double($0.count) } ?? measures.first { $0.name == shareOf }?.percent
    return value.flatMap { isFulfilled(by: $0) ? $0 : nil }
  }

  private func isFulfilled(by value: Double) -> Bool {
    switch comparison {
    case .atLeast: value >= limit
    case .atMost: value <= limit
    case .equal: value == limit
    case .unequal: value != limit
    case .more: value > limit
    case .less: value < limit
    }
  }
}

/// Why a condition makes no sense.
package enum FailConditionError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(String)
  case unknownName(String, condition: String, names: [String])

  package var description: String {
    switch self {
    case .malformed(let text):
      "'\(text)' is not a name, a comparison (\(Self.comparisons)) and a number, such as 'failed_percent > 5'"
    case .unknownName(let name, let condition, let names):
      "'\(condition)': there is no count \(name).\(didYouMean(name, among: names)) The counts are "
        + names.filter { !$0.hasPrefix("rejects_") }.joined(separator: ", ") + " and rejects_REASON"
    }
  }

  private static var comparisons: String { FailCondition.Comparison.allCases.map(\.rawValue).joined(separator: " ") }
}
