package import Storage

/// Names a part of a run: a file of input, and how often the run has read that file before.
package struct PartKey: Hashable, Sendable {
  package var path: String
  package var occurrence: Int

  package init(path: String, occurrence: Int = 0) {
    self.path = path
    self.occurrence = occurrence
  }
}

/// What the ledger knows of one input file: what it held, and where its rows are.
package struct PartRecord: Equatable, Sendable {
  package enum Progress: String, Sendable {
    /// All its outcomes are done.
    case whole
    /// Its first outcomes are done.
    case begun
    /// Its rows are in the outputs, but it has to be processed again.
    case stale
  }

  package var key: PartKey
  package var standing = Progress.begun
  /// `nil` if the file could not be examined.
  package var stamp: FileStamp?
  /// When the stamp was taken, in nanoseconds since 1970.
  package var checkedAt: Int64 = 0
  /// Hash of the bytes of the file.
  package var content: UInt64 = 0
  /// Hash of everything else that decides its rows: options, map, program.
  package var circumstances: UInt64 = 0
  /// How many outcomes are done.
  package var outcomes = 0
  /// What those outcomes counted, as JSON.
  package var counts = ""
  /// The ids that the finished traces have in the file, and the ids that the run gave them.
  package var ownIDs: [String] = []
  package var givenIDs: [String] = []
  /// Its bytes in each output; none where it has none.
  package var segments: [Segment] = []

  package init(key: PartKey) { self.key = key }
}

/// The bytes of one part in one output, without the separator before them.
package struct Segment: Equatable, Sendable {
  /// Path of the output below the folder of the run.
  package var output: String
  /// The run whose unfinished file holds the bytes; 0 if the output holds them under its name.
  package var run: Int
  package var begin: Int
  package var byteCount: Int
  package var rowCount: Int
  package var hash: UInt64

  package init(output: String, run: Int, begin: Int, byteCount: Int, rowCount: Int, hash: UInt64) {
    self.output = output
    self.run = run
    self.begin = begin
    self.byteCount = byteCount
    self.rowCount = rowCount
    self.hash = hash
  }
}
