/// Writes the changes that turn one extract into another, as a change file compressed with gzip.
///
/// An object that the newer extract lacks is deleted under the version that it had, since the extract may have left it
/// out while it lives on elsewhere. Both extracts are read once; memory does not grow with them.
///
/// - Throws: ``ExtractError`` if an extract is damaged, unsorted or a change file, if an object has an older version in
///   the newer extract, or if the output cannot be written.
package func deriveChanges(
  from old: String, to new: String, output: String
) throws(ExtractError) -> ChangeCounts {
  let (before, after) = (try SortedExtract(path: old), try SortedExtract(path: new))
  let writer = try ObjectWriter(path: output, format: .changes, header: try extractHeader(of: new))
  var counts = ChangeCounts()
  _ = (try before.next(), try after.next())
  while let key = [before.key, after.key].compactMap(\.self).min() {
    switch (before.key == key, after.key == key) {
    case (true, false):
      writer.writeDeletion(before)
      counts.deleted.add(key.kind)
    case (false, _):
      writer.write(after)
      counts.created.add(key.kind)
    case (true, true):
      if before.file.holdsSame(as: after.file) { break }
      let version = after.file.version
      guard version == 0 || version >= before.file.version else { throw .goesBack(path: new, object: key.text) }
      writer.write(after)
      counts.modified.add(key.kind)
    }
    let (stepsBefore, stepsAfter) = (before.key == key, after.key == key)
    if stepsBefore { _ = try before.next() }
    if stepsAfter { _ = try after.next() }
  }
  try writer.commit()
  return counts
}
