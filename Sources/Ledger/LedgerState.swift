package import Storage

/// How far the last run got.
package struct LedgerState: Equatable, Sendable {
  package enum Phase: String, Sendable {
    /// It was writing unfinished files.
    case writing
    /// All bytes were on the disk, and the files were getting their names.
    case finishing
    case finished
  }

  package var phase: Phase
  /// The number of the run, from 1.
  package var run: Int
  /// What the run depended on besides its inputs, as JSON.
  package var circumstances: String

  package init(phase: Phase, run: Int, circumstances: String) {
    self.phase = phase
    self.run = run
    self.circumstances = circumstances
  }
}

/// An output that has its final name.
package struct OutputRecord: Equatable, Sendable {
  /// Its path below the folder of the run.
  package var name: String
  package var rowCount: Int
  /// The number of parts with bytes in it.
  package var segmentCount: Int
  package var hash: UInt64
  /// The stamp of the file when it got its name; `nil` until then.
  package var stamp: FileStamp?

  package init(name: String, rowCount: Int, segmentCount: Int, hash: UInt64, stamp: FileStamp? = nil) {
    self.name = name
    self.rowCount = rowCount
    self.segmentCount = segmentCount
    self.hash = hash
    self.stamp = stamp
  }
}

/// An unfinished file of a run.
package struct PartialRecord: Hashable, Sendable {
  package var run: Int
  package var output: String
  /// Its path; relative paths begin at the folder of the run.
  package var path: String

  package init(run: Int, output: String, path: String) {
    self.run = run
    self.output = output
    self.path = path
  }
}

/// The last steps of a run, which the next run takes if this one is killed before.
package struct Finish: Equatable, Sendable {
  /// In order. Paths that are relative begin at the folder of the run.
  package var moves: [Move] = []
  /// Files to remove before the moves, and after them.
  package var removedBefore: [String] = []
  package var removedAfter: [String] = []

  package struct Move: Equatable, Sendable {
    package var partial: String
    package var target: String

    package init(partial: String, target: String) {
      self.partial = partial
      self.target = target
    }
  }

  package init() {}
}
