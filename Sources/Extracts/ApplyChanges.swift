package import Geodesy

/// What a change set did to an extract.
package struct AppliedCounts: Equatable, Sendable {
  /// Objects that entered the extract, that changed in it, and that left it.
  package var done = ChangeCounts()
  /// Changes of objects outside the region, or deletions of objects that the extract did not hold.
  package var elsewhere = 0
  /// Changes to a version older than the one that the extract holds: they had been applied before.
  package var older = 0
  /// Nodes of ways of the region that neither the changes nor the extract hold, where an area was given.
  package var missingNodes = 0

  package init() {}
}

/// Applies changes to an extract.
///
/// Reads the extract once, or twice with an area; memory is bounded as for reading the changes. The output is a sorted
/// PBF file with everything that the extract stores of its objects. It appears when it is complete, and may have the
/// name of the extract.
///
/// - Parameters:
///   - header: how the output describes itself.
///   - area: the area of the region. Changes elsewhere are left out by the rules of ``Clipping``. With `nil`, all
///     changes belong to the region, as in a region's own change files.
/// - Throws: ``ExtractError`` if the extract is damaged, unsorted or a change file, or the output cannot be written.
package func apply(
  _ changes: ChangeSet, to extract: String, output: String, header: ExtractHeader, area: ((Place) -> Bool)? = nil
) throws(ExtractError) -> AppliedCounts {
  var clipping: Clipping?
  if let area { clipping = try Clipping(changes, extract: extract, area: area) }
  let source = try SortedExtract(path: extract)
  let writer = try ObjectWriter(path: output, format: .pbf, header: header)
  var application = try Application(changes: changes, clipping: clipping, writer: writer)
  while try source.next(), let key = source.key {
    try application.enter(before: key)
    try application.pass(source, key)
  }
  try application.enter(before: nil)
  try writer.commit()
  application.counts.missingNodes = clipping?.missingNodes ?? 0
  return application.counts
}

/// The changes beside the extract, both in the same order.
private struct Application {
  private var changes: ChangeCursor
  private let clipping: Clipping?
  private let writer: ObjectWriter
  var counts = AppliedCounts()

  init(changes: ChangeSet, clipping: Clipping?, writer: ObjectWriter) throws(ExtractError) {
    (self.changes, self.clipping, self.writer) = (changes.cursor(), clipping, writer)
    try self.changes.next()
  }

  /// Writes the objects that the extract does not hold, up to a key.
  mutating func enter(before end: ObjectKey?) throws(ExtractError) {
    while let change = changes.change, end.map({ change.key < $0 }) ?? true {
      if change.isVisible && clipping?.enters(changes.number) ?? true {
        try changes.write(to: writer)
        counts.done.created.add(change.key.kind)
      } else {
        counts.elsewhere += 1
      }
      try changes.next()
    }
  }

  /// Writes what becomes of an object of the extract.
  mutating func pass(_ source: SortedExtract, _ key: ObjectKey) throws(ExtractError) {
    guard let change = changes.change, change.key == key else { return writer.write(source) }
    if !change.replaces(source.file.version) {
      counts.older += 1
      writer.write(source)
    } else if change.isVisible {
      try changes.write(to: writer)
      counts.done.modified.add(key.kind)
    } else {
      counts.done.deleted.add(key.kind)
    }
    try changes.next()
  }
}
