internal import Geodesy

/// A rectangle of degrees; bounds included.
private struct Box {
  let south, west, north, east: Degrees

  init(_ south: Degrees, _ west: Degrees, _ north: Degrees, _ east: Degrees) {
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  func contains(_ place: Place) -> Bool {
    (south...north).contains(place.latitude) && (west...east).contains(place.longitude)
  }
}

/// Whether traffic drives on the left at a place, by a coarse table of countries. Accurate along borders to some tens
/// of km.
///
/// Used only if neither tags nor roundabouts decide.
///
/// - Source: the list of left-hand traffic countries in OSM wiki, Key:driving_side; boxes drawn by hand.
func isLeftDrivingTerritory(_ place: Place) -> Bool {
  leftDriving.contains { $0.contains(place) } && !rightDriving.contains { $0.contains(place) }
}

private let leftDriving: [Box] = [
  // Europe: Great Britain and Ireland with the Channel Islands, Malta, Cyprus.
  Box(49.85, -11, 61, -5.5), Box(49.85, -5.5, 61, 1.25), Box(51.05, 1.2, 61, 1.5), Box(52, 1.5, 53, 1.85),
  Box(49.1, -2.75, 49.8, -1.95), Box(35.7, 14.1, 36.15, 14.65), Box(34.5, 32.2, 35.75, 34.65),
  // Africa: south of Angola and the Congo, Mozambique, Tanzania, Kenya, Uganda; islands.
  Box(-35, 16.4, -22, 33.2), Box(-28.6, 11.7, -17.2, 25.3), Box(-22.5, 25, -15.4, 41), Box(-27, 32, -15.4, 36),
  Box(-18.1, 21.9, -8.2, 33.7), Box(-17.2, 30.2, -9.3, 41), Box(-11.8, 29.6, -0.9, 40.7), Box(-4.8, 33.9, 4.7, 41.9),
  Box(-1.5, 29.6, 4.3, 35), Box(-20.6, 57.2, -19.6, 63.6), Box(-10.5, 46, -3.5, 56.5), Box(-16.1, -5.9, -15.8, -5.6),
  Box(-40.5, -12.5, -37, -9.8), Box(-8.1, -14.5, -7.8, -14.2),
  // South Asia: Pakistan, India, Nepal, Bhutan, Bangladesh, Sri Lanka, Maldives.
  Box(24, 61.5, 30, 72), Box(30, 66.5, 37.1, 76), Box(5.8, 68, 24, 89.2), Box(24, 69, 30, 89.2),
  Box(28, 74, 35.6, 80.3), Box(20.5, 88, 28.3, 92.7), Box(22, 91, 28.3, 95.5), Box(27, 91.5, 29.3, 97.3),
  Box(-1, 72.5, 7.2, 73.8), Box(6, 92, 14, 94.5),
  // South-east Asia: Thailand, Malaysia, Singapore, Indonesia, Brunei, Timor, Hong Kong, Macau.
  Box(5.6, 97.3, 20.5, 102.2), Box(11.6, 101, 18, 104.8), Box(0.8, 99.5, 6.6, 104.6), Box(-11.1, 95, 6, 141),
  Box(0.8, 109.5, 7.4, 119.3), Box(22.15, 113.83, 22.55, 114.45), Box(22.1, 113.52, 22.215, 113.6),
  // Japan.
  Box(24, 122.9, 29.5, 131.5), Box(29.5, 128, 33.5, 132.5), Box(33, 129.2, 34.8, 132.5), Box(32.5, 131, 41.6, 142.5),
  Box(41.2, 139, 45.6, 145.9), Box(24, 140.5, 32.5, 142.5),
  // Oceania: Papua New Guinea, Australia, New Zealand, Pacific islands on both sides of the antimeridian.
  Box(-12, 140.8, -0.9, 163), Box(-44, 112.5, -9.9, 154.5), Box(-53, 165.5, -33.8, 180), Box(-45, -178, -43, -175),
  Box(-22, 176.5, -12, 180), Box(-22, -180, -15, -178), Box(-22.5, -176.5, -15.4, -173.5),
  Box(-14.2, -173, -13.3, -171.3),
  Box(-23, -166, -8.8, -157.2), Box(-19.2, -170.1, -18.9, -169.7), Box(-9.6, -172.7, -8.4, -171),
  Box(-11, 174.5, 4.7, 180), Box(-1, 166.8, -0.4, 167), Box(-12, 155, -5, 170.5), Box(-29.2, 167.8, -28.9, 168.1),
  Box(-25.2, -130.8, -23.8, -124.7), Box(-11.5, -175, 4.8, -150),
  // The Americas: Bahamas to Trinidad, Guyana, Suriname, Bermuda, Falkland Islands.
  Box(20.8, -79.6, 27.4, -71), Box(17.6, -78.6, 18.6, -76), Box(19.2, -81.5, 19.8, -79.6),
  Box(17.6, -65.1, 18.8, -64.2),
  Box(16.6, -63.5, 18.7, -61.6), Box(15.1, -61.6, 15.7, -61.2), Box(13.65, -61.15, 14.15, -60.8),
  Box(11.9, -61.9, 13.45, -59.3), Box(9.9, -62, 11.4, -60.4), Box(1.2, -61.4, 8.6, -56.4), Box(1.8, -58.1, 6.1, -54.05),
  Box(32.2, -65, 32.5, -64.6), Box(-52.6, -61.5, -51, -57.6),
]

/// Countries inside the boxes above that drive on the right.
private let rightDriving: [Box] = [
  // Normandy's coast; Afghanistan, Tibet and Burma beyond their neighbours' borders.
  Box(49.8, 0.3, 50.3, 1.3), Box(31.7, 60, 38.5, 69.6), Box(34, 69.6, 38, 70.9), Box(29, 82, 37, 91.5),
  Box(28.4, 85.5, 31, 91.7), Box(22, 93.6, 24.1, 95.5), Box(9.5, 97, 18, 98.45),
  // Laos, Cambodia, the Philippines.
  Box(18.2, 101.2, 20.5, 102.3), Box(17.92, 102.2, 20, 104.8), Box(10.3, 103, 13.5, 104.9), Box(5.6, 118.3, 20, 127),
  // The Congo's Katanga, Rwanda, Burundi.
  Box(-12.1, 21.9, -8.2, 28.4), Box(-2.85, 28.8, -1.05, 30.9), Box(-4.5, 28.9, -2.3, 30.85),
  // Cuba; Saint Martin, Saint Barthélemy, Saba and Sint Eustatius; Brazil's Roraima.
  Box(19.8, -80, 22.2, -74), Box(18, -63.16, 18.13, -62.97), Box(17.85, -62.95, 17.97, -62.78),
  Box(17.45, -63.3, 17.66, -62.93), Box(1, -61.5, 5.2, -60.1),
]
