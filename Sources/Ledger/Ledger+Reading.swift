internal import SQLite

extension Ledger {
  /// `nil` before the first run.
  package func state() throws(LedgerError) -> LedgerState? {
    try read { database in
      guard let row = try database.rows("SELECT * FROM state").first else { return nil }
      let (phase, run): (String, Int) = (try row.value("phase"), try row.value("run"))
      let circumstances: String = try row.value("circumstances")
      let seal: Int64 = try row.value("seal")
      let state = LedgerState.Phase(rawValue: phase).map {
        LedgerState(phase: $0, run: run, circumstances: circumstances)
      }
      guard let state, try state.seal(with: Self.finish(in: database)) == seal else {
        throw LedgerError.damaged(path: path, detail: "the state of the last run does not fit its hash")
      }
      return state
    }
  }

  /// `nil` if the part is unknown, or its row is damaged.
  package func part(_ key: PartKey) throws(LedgerError) -> PartRecord? {
    try read { database in
      let rows = try database.rows(
        "SELECT * FROM parts WHERE path = ? AND occurrence = ?", [key.path, key.occurrence])
      guard let row = rows.first else { return nil }
      do {
        let segments = try database.rows(
          "SELECT * FROM segments WHERE part = ? ORDER BY output", [try row.value("number") as Int64])
        return try PartRecord(row, segments: segments.map { try Segment($0) })
      } catch is DamagedRow {
        damagedRows += 1
        return nil
      }
    }
  }

  /// All parts, in the order of their rows in the outputs.
  package func keys() throws(LedgerError) -> [PartKey] {
    try read { database in
      try database.rows("SELECT path, occurrence FROM parts ORDER BY position, number").map {
        PartKey(path: try $0.value("path"), occurrence: try $0.value("occurrence"))
      }
    }
  }

  /// The outputs that have their final names, by name.
  package func outputs() throws(LedgerError) -> [String: OutputRecord] {
    try read { database in
      var outputs: [String: OutputRecord] = [:]
      for row in try database.rows("SELECT * FROM outputs") {
        let output = try OutputRecord(row)
        guard output.seal == (try row.value("seal")) else {
          throw LedgerError.damaged(path: path, detail: "the record of \(output.name) does not fit its hash")
        }
        outputs[output.name] = output
      }
      return outputs
    }
  }

  package func partials() throws(LedgerError) -> [PartialRecord] {
    try read { database in
      try database.rows("SELECT * FROM partials").map {
        PartialRecord(run: try $0.value("run"), output: try $0.value("output"), path: try $0.value("path"))
      }
    }
  }

  /// Whether the unfinished files of a run still hold rows that are nowhere else.
  package func holdsSegments(run: Int) throws(LedgerError) -> Bool {
    try read { database in
      try database.value("SELECT EXISTS (SELECT 1 FROM segments WHERE run = ?)", [run]) ?? true
    }
  }

  /// The last steps of a run in its phase `finishing`.
  package func finish() throws(LedgerError) -> Finish { try read { try Self.finish(in: $0) } }

  static func finish(in database: Database) throws -> Finish {
    var finish = Finish()
    finish.moves = try database.rows("SELECT * FROM moves ORDER BY number").map {
      Finish.Move(partial: try $0.value("partial"), target: try $0.value("target"))
    }
    for row in try database.rows("SELECT * FROM removals ORDER BY number") {
      if try row.value("is_before") {
        finish.removedBefore.append(try row.value("path"))
      } else {
        finish.removedAfter.append(try row.value("path"))
      }
    }
    return finish
  }
}
