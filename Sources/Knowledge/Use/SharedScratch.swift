internal import Storage
private import Synchronization

/// Values in parts, such as those of neighbouring edges, that several threads write to a scratch file at the same time.
///
/// The order of the values of a part depends on the threads: whoever reads them sorts them.
final class SharedScratch<Value: BitwiseCopyable & Sendable>: Sendable {
  private struct Block {
    var offset: Int
    var count: Int
  }

  private struct State {
    var file: ScratchFile
    /// By part.
    var blocks: [[Block]]
  }

  private let state: Mutex<State>
  let partCount: Int

  init(parts: Int) throws {
    partCount = parts
    let file = try ScratchFile()
    state = Mutex(State(file: file, blocks: [[Block]](repeating: [], count: parts)))
  }

  /// What one thread has not yet written.
  struct Writer {
    private let scratch: SharedScratch
    private var parts: [[Value]]
    private var held = 0
    private let bound: Int

    /// - Parameter bound: the bytes that stay in memory.
    init(_ scratch: SharedScratch, boundInBytes bound: Int) {
      self.scratch = scratch
      parts = [[Value]](repeating: [], count: scratch.partCount)
      self.bound = max(1, bound / MemoryLayout<Value>.stride)
    }

    mutating func append(_ value: Value, to part: Int) throws {
      parts[part].append(value)
      held += 1
      if held >= bound { try finish() }
    }

    /// Writes what is held.
    mutating func finish() throws {
      for part in parts.indices where !parts[part].isEmpty {
        try scratch.write(parts[part], to: part)
        parts[part].removeAll(keepingCapacity: true)
      }
      held = 0
    }
  }

  private func write(_ values: [Value], to part: Int) throws {
    try state.withLock { state in
      state.blocks[part].append(Block(offset: try state.file.append(values), count: values.count))
    }
  }

  /// The values of a part, in any order.
  func values(of part: Int) throws -> [Value] {
    try state.withLock { state in
      var values: [Value] = []
      values.reserveCapacity(state.blocks[part].reduce(0) { $0 + $1.count })
      for block in state.blocks[part] { try state.file.read(block.count, from: block.offset, appendingTo: &values) }
      return values
    }
  }
}
