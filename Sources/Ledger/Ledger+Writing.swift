internal import GRDB

extension Ledger {
  /// What changes in the ledger at once.
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
        try database.execute(sql: "UPDATE segments SET run = 0 WHERE run = ?", arguments: [run])
      }
      for (position, key) in (changes.order ?? []).enumerated() {
        try database.cachedStatement(sql: "UPDATE parts SET position = ? WHERE path = ? AND occurrence = ?")
          .execute(arguments: [position, key.path, key.occurrence])
      }
      try Self.put(changes.outputs, forgetting: changes.forgottenOutputs, into: database)
      if let finish = changes.finish { try Self.put(finish, into: database) }
      if let state = changes.state { try Self.put(state, into: database) }
    }
  }

  private static func forget(_ key: PartKey, in database: Database) throws {
    let arguments: StatementArguments = [key.path, key.occurrence]
    try database.execute(
      sql: "DELETE FROM segments WHERE part IN (SELECT number FROM parts WHERE path = ? AND occurrence = ?)",
      arguments: arguments)
    try database.execute(sql: "DELETE FROM parts WHERE path = ? AND occurrence = ?", arguments: arguments)
  }

  private static func put(_ part: PartRecord, into database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO parts (path, occurrence, position, standing, stamp, checked, content, circumstances, outcomes, counts,
          own_ids, given_ids, seal) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (path, occurrence) DO UPDATE SET standing = excluded.standing, stamp = excluded.stamp,
          checked = excluded.checked, content = excluded.content, circumstances = excluded.circumstances,
          outcomes = excluded.outcomes, counts = excluded.counts, own_ids = excluded.own_ids,
          given_ids = excluded.given_ids, seal = excluded.seal RETURNING number
        """)
    let number = try Int64.fetchOne(
      statement,
      arguments: [
        part.key.path, part.key.occurrence, part.standing.rawValue, part.stamp?.text, part.checkedAt,
        part.content.stored, part.circumstances.stored, part.outcomes, part.counts, text(of: part.ownIDs),
        text(of: part.givenIDs), part.seal,
      ])
    try database.cachedStatement(sql: "DELETE FROM segments WHERE part = ?").execute(arguments: [number])
    for segment in part.segments {
      try database.cachedStatement(sql: "INSERT INTO segments VALUES (?, ?, ?, ?, ?, ?, ?)").execute(
        arguments: [
          number, segment.output, segment.run, segment.begin, segment.byteCount, segment.rowCount, segment.hash.stored,
        ])
    }
  }

  private static func move(_ part: PartKey, _ segment: Segment, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        UPDATE segments SET run = ?, first_byte = ?
        WHERE part = (SELECT number FROM parts WHERE path = ? AND occurrence = ?) AND output = ?
        """)
    try statement.execute(arguments: [segment.run, segment.begin, part.path, part.occurrence, segment.output])
  }

  private static func put(
    _ partials: [PartialRecord], forgetting runs: [Int], into database: Database
  ) throws {
    for run in runs { try database.execute(sql: "DELETE FROM partials WHERE run = ?", arguments: [run]) }
    for partial in partials {
      try database.execute(
        sql: "INSERT OR REPLACE INTO partials VALUES (?, ?, ?)", arguments: [partial.run, partial.output, partial.path])
    }
  }

  private static func put(_ outputs: [OutputRecord], forgetting names: [String], into database: Database) throws {
    for name in names { try database.execute(sql: "DELETE FROM outputs WHERE name = ?", arguments: [name]) }
    for output in outputs {
      try database.cachedStatement(sql: "INSERT OR REPLACE INTO outputs VALUES (?, ?, ?, ?, ?, ?)").execute(
        arguments: [
          output.name, output.rowCount, output.segmentCount, output.hash.stored, output.stamp?.text, output.seal,
        ])
    }
  }

  private static func put(_ finish: Finish, into database: Database) throws {
    try database.execute(sql: "DELETE FROM moves; DELETE FROM removals")
    for move in finish.moves {
      try database.execute(
        sql: "INSERT INTO moves (partial, target) VALUES (?, ?)", arguments: [move.partial, move.target])
    }
    for (paths, isBefore) in [(finish.removedBefore, true), (finish.removedAfter, false)] {
      for path in paths {
        try database.execute(sql: "INSERT INTO removals (path, is_before) VALUES (?, ?)", arguments: [path, isBefore])
      }
    }
  }

  private static func put(_ state: LedgerState, into database: Database) throws {
    let seal = state.seal(with: try finish(in: database))
    try database.execute(
      sql: "INSERT OR REPLACE INTO state VALUES (1, ?, ?, ?, ?)",
      arguments: [state.phase.rawValue, state.run, state.circumstances, seal])
  }
}
