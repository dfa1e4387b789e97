package import Extracts
package import Geodesy

/// Whether changes can affect a map at all. If not, the map built from the changed extract would have the same bytes
/// except for the date of its data.
///
/// The answer is yes if the map depends on a changed object, or if the import reads the new state of an object that
/// belongs to the region. A yes may be wrong; a no never is.
///
/// - Parameters:
///   - changes: all changes since the extract, including ones already checked.
///   - extract: what the map was built from.
///   - footprint: of the map.
///   - area: as in ``apply(_:to:output:header:area:)``. The extract is read only with an area, and only if the changes
///     hold roads that the map lacks.
/// - Throws: ``MapImportError/extract(_:)`` if the extract cannot be read.
package func touchesRoads(
  _ changes: ChangeSet, onto extract: String, footprint: MapFootprint, area: ((Place) -> Bool)? = nil
) throws(MapImportError) -> Bool {
  do throws(ExtractError) {
    if try footprint.meets(changes) { return true }
    guard try changes.isNoticed(where: { _ in true }) else { return false }
    guard let area else { return true }
    let clipping = try Clipping(changes, extract: extract, area: area)
    return try changes.isNoticed { clipping.enters($0) }
  } catch {
    throw .extract(error)
  }
}

extension ChangeSet {
  /// Whether an import reads the new state of a way or relation, among the numbers that `counts` accepts.
  fileprivate func isNoticed(where counts: (Int) -> Bool) throws(ExtractError) -> Bool {
    var isNoticed = false
    var tags = Tags()
    try forEachVisible { number, object in
      guard object.hasTags, object.kind != .nodes, counts(number) else { return true }
      tags.load(object.tagBytes)
      isNoticed = self.isNoticed(object, tags)
      return !isNoticed
    }
    return isNoticed
  }

  private func isNoticed(_ object: borrowing OSMObject, _ tags: Tags) -> Bool {
    guard object.kind == .ways else { return NoticedRelation(tags) != nil }
    var unreadableSpeeds = 0
    return NoticedWay(tags, id: object.id, unreadableSpeeds: &unreadableSpeeds) != nil
  }
}
