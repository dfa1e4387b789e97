internal import Records
internal import Storage
package import Traces

/// Which of the traces of its inputs a run takes.
package struct TraceSelection: Sendable {
  /// One of several runs that share the traces of the same inputs.
  ///
  /// The id of a trace decides, by a hash that stays the same from run to run and from version to version: all parts of
  /// a trace are in one shard, and every trace is in exactly one.
  package struct Shard: Equatable, Sendable {
    /// From 1 to `count`.
    package let number: Int
    package let count: Int

    /// `nil` if the number is not one of them.
    package init?(_ number: Int, of count: Int) {
      guard number >= 1, number <= count else { return nil }
      self.number = number
      self.count = count
    }

    /// - Parameter text: `2/8`.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else { return nil }
      self.init(number, of: count)
    }

    package func contains(_ id: String) -> Bool {
      checksum(Array(id.utf8)) % UInt64(count) == UInt64(number - 1)
    }
  }

  package var shard: Shard?
  /// The greatest number of traces; `nil` for all.
  package var limit: Int?

  package init() {}

  /// Whether a run takes a trace or a refusal, by the id in the source.
  package func takes(_ item: TraceItem) -> Bool {
    switch item {
    case .refusal(let refusal): takes(refusal.traceID, of: refusal.file)
    case .trace(let trace): takes(trace.id, of: trace.source.file)
    }
  }

  /// Whether a run takes something that belongs to a trace, or only to a file.
  func takes(_ id: String?, of file: String) -> Bool { shard?.contains(id ?? file) ?? true }
}
