package import Extracts
package import Geodesy

/// Whether changes can change a map at all. If not, the map built from the changed extract would have the same bytes,
/// but for the time up to which its data go.
///
/// The answer is yes if the map depends on a changed object, or if the import takes notice of the new state of an object
/// that belongs to the region. A yes may be wrong, a no never is.
///
/// - Parameters:
///   - changes: all changes since the extract, those of earlier answers as well.
///   - extract: what the map was built from.
///   - footprint: of the map.
///   - area: as in ``apply(_:to:output:header:area:)``. Only with an area, and only if the changes hold roads that the
///     map lacks, the extract is read.
/// - Throws: ``MapImportError/extract(_:)`` if the extract cannot be read.
package func touchesRoads(
  _ changes: ChangeSet, onto extract: String, footprint: MapFootprint, area: ((Place) -> Bool)? = nil
) throws(MapImportError) -> Bool {
  if footprint.meets(changes) { return true }
  let noticed = changes.noticed
  guard let area, !noticed.isEmpty else { return !noticed.isEmpty }
  do throws(ExtractError) {
    let clipping = try Clipping(changes, extract: extract, area: area)
    return noticed.contains { clipping.enters($0) }
  } catch {
    throw .extract(error)
  }
}

extension ChangeSet {
  /// The numbers of the changed ways and relations of which an import takes notice in their new state.
  fileprivate var noticed: [Int] {
    var numbers: [Int] = []
    var tags = Tags()
    forEachVisible { number, object in
      guard object.hasTags, object.kind != .nodes else { return true }
      tags.load(object.tagBytes)
      if isNoticed(object, tags) { numbers.append(number) }
      return true
    }
    return numbers
  }

  private func isNoticed(_ object: borrowing OSMObject, _ tags: Tags) -> Bool {
    guard object.kind == .ways else { return NoticedRelation(tags) != nil }
    var unreadableSpeeds = 0
    return NoticedWay(tags, id: object.id, unreadableSpeeds: &unreadableSpeeds) != nil
  }
}
