/// What merging extracts did.
package struct MergeCounts: Equatable, Sendable {
  package var written = ObjectCounts()
  /// Objects that several extracts hold, each counted once.
  package var shared = 0
  /// Among these, objects that the extracts hold in several versions: the extracts are of different times.
  package var versionsDiffer = 0
  /// Among these, objects that differ under the same version.
  package var contentsDiffer = 0

  package init() {}
}

/// Merges sorted extracts into one.
///
/// If several hold an object, the highest version is taken, then the newest, then the one from the extract named first.
/// The output is a PBF file; it appears when it is complete. Memory does not grow with the extracts.
///
/// - Parameter header: how the output describes itself; without bounds it gets the box around the bounds of all
///   extracts that have any.
/// - Throws: ``ExtractError`` if an extract is damaged, unsorted or a change file, or the output cannot be written.
package func merge(
  _ extracts: [String], to output: String, header: ExtractHeader
) throws(ExtractError) -> MergeCounts {
  var header = header
  if header.bounds == nil { header.bounds = try joinedBounds(of: extracts) }
  var sources: [SortedExtract] = []
  for path in extracts {
    let source = try SortedExtract(path: path)
    if try source.next() { sources.append(source) }
  }
  let writer = try ObjectWriter(path: output, format: .pbf, header: header)
  var counts = MergeCounts()
  while let key = sources.compactMap(\.key).min() {
    let holders = sources.filter { $0.key == key }
    if let first = holders.first {
      writer.write(newest(of: holders, first, counts: &counts))
      counts.written.add(key.kind)
    }
    for holder in holders { _ = try holder.next() }
  }
  try writer.commit()
  return counts
}

private func joinedBounds(of extracts: [String]) throws(ExtractError) -> ExtractBounds? {
  var joined: ExtractBounds?
  for path in extracts {
    guard let bounds = try extractHeader(of: path).bounds else { continue }
    joined = joined?.union(bounds) ?? bounds
  }
  return joined
}

/// The extract whose current object wins.
private func newest(
  of holders: [SortedExtract], _ first: SortedExtract, counts: inout MergeCounts
) -> SortedExtract {
  guard holders.count > 1 else { return first }
  counts.shared += 1
  var best = first
  var versionsDiffer = false
  var contentsDiffer = false
  for holder in holders.dropFirst() {
    if holder.file.version != best.file.version {
      versionsDiffer = true
    } else if !holder.file.holdsSame(as: best.file) {
      contentsDiffer = true
    }
    if (holder.file.version, holder.file.timestamp) > (best.file.version, best.file.timestamp) { best = holder }
  }
  if versionsDiffer { counts.versionsDiffer += 1 }
  if contentsDiffer { counts.contentsDiffer += 1 }
  return best
}
