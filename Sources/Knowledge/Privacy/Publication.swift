package import RoadGraph
package import Storage

/// What was published of a store, so that nobody can tell what a single vehicle did from the difference of two
/// publications.
///
/// A row is published when it stands on enough vehicles. After that it stays as it was until as many vehicles are new in
/// it as a row needs, also when vehicles are forgotten that it stood on. Rows with other hours that overlap count as the
/// same row: a row takes the place of all that it overlaps, or of none; what is left of their hours is published no more,
/// but remembered. So are the vehicles of rows that were withheld: a row does not appear or change because somebody is
/// forgotten who had most of it, or because hours are put together otherwise without him, but only with a vehicle that is
/// new.
///
/// The record lies in the store, since it is as secret: `published/speeds.rows` has the rows of a table and their
/// vehicles. It is written before the tables are, so that nothing is ever published that it does not know. Memory is a
/// road's rows, or all of them when the map has changed.
package final class Publication {
  /// What became of rows.
  package struct Counts: Hashable, Sendable {
    package var renewed = 0
    package var added = 0
    /// Published as they were, although they are different now, or gone.
    package var kept = 0
    /// On too few vehicles, or mostly on one.
    package var withheld = 0
  }

  package private(set) var counts = Counts()
  private let store: KnowledgeStore
  private let graph: RoadGraph
  private let rule: PublicSupport
  private let circumstances: [LearnedTable: String]
  /// Nobody else publishes meanwhile.
  private let lock: OutputLock

  /// The tables that count the vehicles of each row. Rows of the others may stand on one, so they are left out whole.
  package static let tables: [LearnedTable] = [.speeds, .delays, .use, .flows, .stays]

  /// The folder of the records in a store.
  static let folderName = "published"

  /// - Parameter circumstances: by table, all that its rows depend on besides the drives and the map: tables made in two
  ///   ways would betray by their difference what each hides.
  /// - Throws: ``StoreError``.
  package init(
    of store: KnowledgeStore, on graph: RoadGraph, by rule: PublicSupport, circumstances: [LearnedTable: String],
    waiting wait: LockWait = .none
  ) throws(StoreError) {
    (self.store, self.graph, self.rule, self.circumstances) = (store, graph, rule, circumstances)
    let folder = joinedPath(store.folder, Self.folderName)
    try storing { () throws(StorageError) in try makeFolder(at: folder, for: .ownerAlone) }
    do throws(OutputLockError) {
      lock = try OutputLock(on: [folder], waiting: wait)
    } catch {
      switch error {
      case .busy(_, let process): throw .busy(path: folder, process: process)
      case .cannotLock(let error): throw .storage(error)
      }
    }
    OutputLock.removeAbandonedPartials(in: folder) { _, _ in true }
  }

  /// Checks that tables can be published as they were before, which is known before they are made.
  ///
  /// - Throws: ``PrivacyError``, ``StorageError``.
  package func check(_ tables: [LearnedTable]) throws {
    for table in tables {
      let path = path(of: table)
      if FileKind(at: path) != .missing { try check(RecordReader<RoadUse>(path).heading, table, path) }
    }
  }

  private func check(_ before: RecordHeading, _ table: LearnedTable, _ path: String) throws {
    guard before.table == table else { throw PrivacyError.damagedRecord(path: path) }
    let now = circumstances[table] ?? ""
    guard before.circumstances == now else {
      throw PrivacyError.otherCircumstances(path: path, before: before.circumstances, now: now)
    }
  }

  private func path(of table: LearnedTable) -> String {
    joinedPath(joinedPath(store.folder, Self.folderName), table.rawValue + ".rows")
  }

  /// The tables as they are published now.
  ///
  /// - Throws: ``PrivacyError``, ``StorageError``, and what the tables throw.
  package func publish(_ tables: LearnedTables) throws -> LearnedTables {
    var published = tables
    (published.coverage, published.changes, published.doubts, published.sums) = (nil, nil, nil, nil)
    published.speeds = try tables.speeds.map(publish)
    published.delays = try tables.delays.map(publish)
    published.use = try tables.use.map(publish)
    published.flows = try tables.flows.map(publish)
    published.stays = try tables.stays.map(publish)
    return published
  }

  private func publish<Row: PublicRow>(_ rows: LearnedRows<Row>) throws -> LearnedRows<Row> {
    let path = path(of: Row.table)
    let heading = RecordHeading(
      table: Row.table, map: graph.version, circumstances: circumstances[Row.table] ?? "")
    let merge = try RecordMerge(try before(path, heading), into: RecordWriter<Row>(path, heading), rule)
    try rows.forEach(merge.take)
    try merge.finish()
    counts.add(merge.counts)
    let rule = rule
    return LearnedRows { body in
      let record = try RecordReader<Row>(path)
      while let row = try record.next() {
        if row.state == .published, rule.admits(row.row.support) { try body(row.row.published(by: rule)) }
      }
    }
  }

  /// The rows that were published before, on the map of today.
  private func before<Row: PublicRow>(_ path: String, _ heading: RecordHeading) throws -> RecordSource<Row> {
    guard FileKind(at: path) != .missing else { return .rows([]) }
    let record = try RecordReader<Row>(path)
    try check(record.heading, Row.table, path)
    guard Row.isOfMap, record.heading.map != heading.map else { return .record(record) }
    let pieces: MapPieces
    do throws(StoreError) { pieces = try store.pieces(ofMap: record.heading.map) } catch {
      throw PrivacyError.otherMap(path: path, version: record.heading.map)
    }
    return .rows(try record.carried(by: EdgeCarrier(pieces, to: graph)))
  }
}

extension Publication.Counts {
  fileprivate mutating func add(_ other: Publication.Counts) {
    renewed += other.renewed
    added += other.added
    kept += other.kept
    withheld += other.withheld
  }
}

/// Puts the rows of today among those that were published, one subject after the other.
final class RecordMerge<Row: PublicRow> {
  private(set) var counts = Publication.Counts()
  private let rule: PublicSupport
  private let writer: RecordWriter<Row>
  private var before: RecordSource<Row>
  private var waiting: RecordedRow<Row>?
  private var current: [Row] = []

  init(_ before: RecordSource<Row>, into writer: RecordWriter<Row>, _ rule: PublicSupport) throws {
    (self.before, self.writer, self.rule) = (before, writer, rule)
    waiting = try self.before.next()
  }

  /// - Parameter row: rows come by subject.
  func take(_ row: Row) throws {
    if let last = current.last, last.subject != row.subject { try mergeSubject() }
    current.append(row)
  }

  func finish() throws {
    try mergeSubject()
    while let row = waiting { try keep(row) }
    try writer.finish()
  }

  private func keep(_ row: RecordedRow<Row>) throws {
    if row.state == .published { counts.kept += 1 }
    try writer.write(row)
    waiting = try before.next()
  }

  private func mergeSubject() throws {
    guard let subject = current.first?.subject else { return }
    while let row = waiting, row.row.subject < subject { try keep(row) }
    var published: [RecordedRow<Row>] = []
    while let row = waiting, row.row.subject == subject {
      published.append(row)
      waiting = try before.next()
    }
    for row in merged(published) { try writer.write(row) }
    current.removeAll(keepingCapacity: true)
  }

  private func merged(_ published: [RecordedRow<Row>]) -> [RecordedRow<Row>] {
    var kept = published
    var (taken, held): ([RecordedRow<Row>], [RecordedRow<Row>]) = ([], [])
    for row in current.sorted(by: { $0.precedes($1) }) {
      let before = published.filter { $0.row.overlaps(row) }
      if !rule.admits(row.support) { counts.withheld += 1 }
      if mayAppear(row, before) {
        if before.contains(where: { $0.state == .published }) { counts.renewed += 1 } else { counts.added += 1 }
        kept = kept.flatMap { $0.remains(besides: row) }
        taken.append(RecordedRow(row: row))
      } else {
        held.append(remembered(row, before))
      }
    }
    held.removeAll { $0.row.support.who.hashes.isEmpty }
    kept.removeAll { old in old.state == .held && held.contains { $0.row.overlaps(old.row) } }
    counts.kept += kept.count { $0.state == .published }
    return (kept + taken + held).sorted { $0.row.precedes($1.row) }
  }

  /// Enough is new in it beside the published rows that it overlaps, and somebody beside all that was ever seen there.
  private func mayAppear(_ row: Row, _ before: [RecordedRow<Row>]) -> Bool {
    guard rule.admits(row.support) else { return false }
    let published = before.filter { $0.state != .held }
    return (published.isEmpty || row.support.isNew(rule.vehicles, besides: Self.vehicles(of: published)))
      && (before.isEmpty || row.support.isNew(1, besides: Self.vehicles(of: before)))
  }

  /// What is remembered of a row though it is not published: whoever was in it does not make it new.
  private func remembered(_ row: Row, _ before: [RecordedRow<Row>]) -> RecordedRow<Row> {
    var held = RecordedRow(row: row, .held)
    held.row.support.who.merge(Self.vehicles(of: before.filter { $0.state == .held }))
    return held
  }

  private static func vehicles(of rows: [RecordedRow<Row>]) -> VehicleSketch {
    rows.reduce(into: VehicleSketch()) { $0.merge($1.row.support.who) }
  }
}

extension Support {
  fileprivate func isNew(_ count: Int, besides others: VehicleSketch) -> Bool {
    who.surelyNew(besides: others) >= count
  }
}
