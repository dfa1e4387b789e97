internal import GRDB

extension Ledger {
  /// `nil` before the first run.
  package func state() throws(LedgerError) -> LedgerState? {
    try read { database in
      guard let row = try Row.fetchOne(database, sql: "SELECT * FROM state") else { return nil }
      let (phase, run, circumstances) = (row["phase"] as String, row["run"] as Int, row["circumstances"] as String)
      guard let known = LedgerState.Phase(rawValue: phase),
        Self.seal([phase, "\(run)", circumstances]) == row["seal"]
      else { throw LedgerError.damaged(path: path, detail: "the state of the last run does not fit its hash") }
      return LedgerState(phase: known, run: run, circumstances: circumstances)
    }
  }

  /// `nil` if the part is unknown, or its row is damaged.
  package func part(_ key: PartKey) throws(LedgerError) -> PartRecord? {
    try read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM parts WHERE path = ? AND occurrence = ?", arguments: [key.path, key.occurrence])
      guard let row else { return nil }
      let segments = try Row.fetchAll(
        database, sql: "SELECT * FROM segments WHERE part = ? ORDER BY output", arguments: [row["number"] as Int64])
      if let part = PartRecord(row, segments: segments.map { Segment($0) }) { return part }
      damagedRows += 1
      return nil
    }
  }

  /// All parts, in the order of their rows in the outputs.
  package func keys() throws(LedgerError) -> [PartKey] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT path, occurrence FROM parts ORDER BY position, number").map {
        PartKey(path: $0["path"], occurrence: $0["occurrence"])
      }
    }
  }

  /// The outputs that stand under their names, by name.
  package func outputs() throws(LedgerError) -> [String: OutputRecord] {
    try read { database in
      var outputs: [String: OutputRecord] = [:]
      for row in try Row.fetchAll(database, sql: "SELECT * FROM outputs") {
        let output = OutputRecord(row)
        guard output.seal == row["seal"] else {
          throw LedgerError.damaged(path: path, detail: "the record of \(output.name) does not fit its hash")
        }
        outputs[output.name] = output
      }
      return outputs
    }
  }

  package func partials() throws(LedgerError) -> [PartialRecord] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM partials").map {
        PartialRecord(run: $0["run"], output: $0["output"], path: $0["path"])
      }
    }
  }

  /// Whether the unfinished files of a run still hold rows that are nowhere else.
  package func holdsSegments(run: Int) throws(LedgerError) -> Bool {
    try read { database in
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM segments WHERE run = ?)", arguments: [run]) ?? true
    }
  }

  /// The last steps of a run in its phase `finishing`.
  package func finish() throws(LedgerError) -> Finish {
    try read { database in
      var finish = Finish()
      finish.moves = try Row.fetchAll(database, sql: "SELECT * FROM moves ORDER BY number").map {
        Finish.Move(partial: $0["partial"], target: $0["target"])
      }
      for row in try Row.fetchAll(database, sql: "SELECT * FROM removals ORDER BY number") {
        if row["is_before"] {
          finish.removedBefore.append(row["path"])
        } else {
          finish.removedAfter.append(row["path"])
        }
      }
      return finish
    }
  }
}
