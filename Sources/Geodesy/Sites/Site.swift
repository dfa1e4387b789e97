/// A place that is known by name: a customer, a depot, a zone.
package struct Site: Hashable, Sendable {
  package var id: String
  /// Empty if it has none.
  package var name: String
  package var extent: SiteExtent

  package init(id: String, name: String = "", _ extent: SiteExtent) {
    self.id = id
    self.name = name
    self.extent = extent
  }

  /// Its name, or else its id.
  package var title: String { name.isEmpty ? id : name }
}

/// The ground that belongs to a site.
package enum SiteExtent: Hashable, Sendable {
  case circle(Place, radius: Metres)
  /// Rings of places: the first ring is the outline, the others are holes. The last place of a ring connects to the
  /// first. Lines between places are straight in latitude and longitude. A polygon may cross the antimeridian, but must
  /// not be wider than half the earth.
  case polygons([[[Place]]])
}
