/// A length on the ground.
@usableFromInline package typealias Metres = Double
/// A span of time.
@usableFromInline package typealias Seconds = Double
/// An angle; bearings run clockwise from north, 0 ..< 360.
@usableFromInline package typealias Degrees = Double
/// A speed over ground.
@usableFromInline package typealias MetresPerSecond = Double
