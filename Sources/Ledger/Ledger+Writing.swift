internal import SQLite

extension Ledger {
  /// Changes that are made to the ledger together.
  package struct Changes: Sendable {
    package var state: LedgerState?
    package var parts: [PartRecord] = []
    package var forgottenParts: [PartKey] = []
    /// Segments that have the same bytes in another place.
    package var moved: [(part: PartKey, segment: Segment)] = []
    package var partials: [PartialRecord] = []
    /// Runs whose unfinished files are gone.
    package var forgottenRuns: [Int] = []
    /// The run whose unfinished files get their names.
    package var settledRun: Int?
    /// All parts, in the order of their rows in the outputs.
    package var order: [PartKey]?
    package var outputs: [OutputRecord] = []
    package var forgottenOutputs: [String] = []
    /// Replaces the last steps; an empty value means that they are done.
    package var finish: Finish?

    package init() {}
  }

  /// One transaction.
  package func commit(_ changes: Changes) throws(LedgerError) {
    try write { database in
      for key in changes.forgottenParts { try Self.forget(key, in: database) }
      for part in changes.parts { try Self.put(part, into: database) }
      for move in changes.moved { try Self.move(move.part, move.segment, in: database) }
      try Self.put(changes.partials, forgetting: changes.forgottenRuns, into: database)
      if let run = changes.settledRun {
        try database.execute("UPDATE segments SET run = 0 WHERE run = ?", [run])
      }
      for (position, key) in (changes.order ?? []).enumerated() {
        try database.execute(
          "UPDATE parts SET position = ? WHERE path = ? AND occurrence = ?", [position, key.path, key.occurrence])
      }
      try Self.put(changes.outputs, forgetting: changes.forgottenOutputs, into: database)
      if let finish = changes.finish { try Self.put(finish, into: database) }
      if let state = changes.state { try Self.put(state, into: database) }
    }
  }

  private static func forget(_ key: PartKey, in database: Database) throws {
    try database.execute(
      "DELETE FROM segments WHERE part IN (SELECT number FROM parts WHERE path = ? AND occurrence = ?)",
      [key.path, key.occurrence])
    try database.execute("DELETE FROM parts WHERE path = ? AND occurrence = ?", [key.path, key.occurrence])
  }

  private static func put(_ part: PartRecord, into database: Database) throws {
    let number: Int64? = try database.value(
      """
      INSERT INTO parts (path, occurrence, position, standing, stamp, checked, content, circumstances, outcomes, counts,
        own_ids, given_ids, seal) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (path, occurrence) DO UPDATE SET standing = excluded.standing, stamp = excluded.stamp,
        checked = excluded.checked, content = excluded.content, circumstances = excluded.circumstances,
        outcomes = excluded.outcomes, counts = excluded.counts, own_ids = excluded.own_ids,
        given_ids = excluded.given_ids, seal = excluded.seal RETURNING number
      """,
      [
        part.key.path, part.key.occurrence, part.standing.rawValue, part.stamp?.text, part.checkedAt,
        part.content.stored, part.circumstances.stored, part.outcomes, part.counts, text(of: part.ownIDs),
        text(of: part.givenIDs), part.seal,
      ])
    try database.execute("DELETE FROM segments WHERE part = ?", [number])
    for segment in part.segments {
      try database.execute(
        "INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          number, segment.output, segment.run, segment.begin, segment.byteCount, segment.rowCount, segment.hash.stored,
        ])
    }
  }

  private static func move(_ part: PartKey, _ segment: Segment, in database: Database) throws {
    try database.execute(
      """
      UPDATE segments SET run = ?, first_byte = ?
      WHERE part = (SELECT number FROM parts WHERE path = ? AND occurrence = ?) AND output = ?
      """,
      [segment.run, segment.begin, part.path, part.occurrence, segment.output])
  }

  private static func put(
    _ partials: [PartialRecord], forgetting runs: [Int], into database: Database
  ) throws {
    for run in runs { try database.execute("DELETE FROM partials WHERE run = ?", [run]) }
    for partial in partials {
      try database.execute(
        "INSERT OR REPLACE INTO partials VALUES (?, ?, ?)", [partial.run, partial.output, partial.path])
    }
  }

  private static func put(_ outputs: [OutputRecord], forgetting names: [String], into database: Database) throws {
    for name in names { try database.execute("DELETE FROM outputs WHERE name = ?", [name]) }
    for output in outputs {
      try database.execute(
        "INSERT OR REPLACE INTO outputs VALUES (?, ?, ?, ?, ?, ?)",
        [
          output.name, output.rowCount, output.segmentCount, output.hash.stored, output.stamp?.text, output.seal,
        ])
    }
  }

  private static func put(_ finish: Finish, into database: Database) throws {
    try database.execute("DELETE FROM moves; DELETE FROM removals")
    for move in finish.moves {
      try database.execute(
        "INSERT INTO moves (partial, target) VALUES (?, ?)", [move.partial, move.target])
    }
    for (paths, isBefore) in [(finish.removedBefore, true), (finish.removedAfter, false)] {
      for path in paths {
        try database.execute("INSERT INTO removals (path, is_before) VALUES (?, ?)", [path, isBefore])
      }
    }
  }

  private static func put(_ state: LedgerState, into database: Database) throws {
    let seal = state.seal(with: try finish(in: database))
    try database.execute(
      "INSERT OR REPLACE INTO state VALUES (1, ?, ?, ?, ?)",
      [state.phase.rawValue, state.run, state.circumstances, seal])
  }
}
