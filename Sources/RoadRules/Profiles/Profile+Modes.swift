package import RoadGraph

// One row per mode; Documentation/Routing.md explains the numbers.

extension Profile {
  package static func of(_ mode: TravelMode) -> Profile {
    switch mode {
    case .car: car
    case .truck: truck
    case .bus: bus
    case .taxi: taxi
    case .motorcycle: motorcycle
    case .scooter: scooter
    case .bicycle: bicycle
    case .pedestrian: pedestrian
    }
  }

  private static let car = Profile(
    mode: .car,
    classSpeeds: [
      .motorway: 110, .motorwayLink: 55, .trunk: 85, .trunkLink: 45, .primary: 65, .primaryLink: 35, .secondary: 55,
      .secondaryLink: 30, .tertiary: 45, .tertiaryLink: 25, .unclassified: 35, .residential: 25, .livingStreet: 10,
      .service: 15, .track: 12, .road: 25, .ferry: 15,
    ],
    foreignSpeeds: ClassTable(all: 10, except: [.busway: 30, .steps: 5]),
    shareOfLimit: ClassTable(
      all: 0.8,
      except: [
        .motorway: 0.95, .motorwayLink: 0.8, .trunk: 0.95, .primary: 0.9, .secondary: 0.9, .tertiary: 0.9,
        .unclassified: 0.85, .residential: 0.75, .service: 0.6,
      ]),
    dislike: ClassTable(all: 1, except: [.track: 1.5, .service: 1.2]),
    topSpeed: 130, surfaceSpeeds: motorSurfaces, minorServiceSpeed: 8, avoidsCarPoolLanes: true, referenceSpeed: 36,
    delays: motorDelays, vehicle: Vehicle([.height: 1.6, .width: 1.9]))

  private static let truck = with(car) {
    $0.mode = .truck
    $0.classSpeeds = $0.classSpeeds.map { $0 * 0.85 }.replacing([.motorway: 80, .trunk: 70, .ferry: 15])
    $0.dislike = ClassTable(
      all: 1,
      except: [.track: 3, .service: 1.5, .livingStreet: 2, .residential: 1.4, .unclassified: 1.2, .tertiary: 1.1])
    $0.topSpeed = 85
    $0.delays.rightAngle = 5
    $0.delays.acrossTraffic = 4
    $0.delays.uTurn = 180
    $0.vehicle = Vehicle([.height: 4, .width: 2.55, .length: 12, .weight: 18, .axleLoad: 11.5])
  }

  private static let bus = with(car) {
    $0.mode = .bus
    $0.classSpeeds[.busway] = 35
    $0.topSpeed = 100
    $0.avoidsCarPoolLanes = false
    $0.delays.rightAngle = 5
    $0.delays.uTurn = 120
    $0.vehicle = Vehicle([.height: 3.2, .width: 2.55, .length: 12, .weight: 18, .axleLoad: 11.5])
  }

  private static let taxi = with(car) {
    $0.mode = .taxi
    $0.classSpeeds[.busway] = 35
    $0.avoidsCarPoolLanes = false
  }

  private static let motorcycle = with(car) {
    $0.mode = .motorcycle
    $0.avoidsCarPoolLanes = false
    $0.vehicle = Vehicle()
  }

  private static let scooter = with(car) {
    $0.mode = .scooter
    $0.classSpeeds = $0.classSpeeds.map { min($0, 42) }.replacing([.cycleway: 20])
    $0.topSpeed = 45
    $0.referenceSpeed = 30
    $0.avoidsCarPoolLanes = false
    $0.vehicle = Vehicle()
  }

  private static let bicycle = Profile(
    mode: .bicycle,
    classSpeeds: [
      .trunk: 17, .trunkLink: 17, .primary: 17, .primaryLink: 17, .secondary: 17, .secondaryLink: 17, .tertiary: 17,
      .tertiaryLink: 17, .unclassified: 17, .residential: 17, .livingStreet: 14, .service: 14, .track: 13, .road: 16,
      .busway: 17, .pedestrian: 8, .footway: 12, .cycleway: 18, .bridleway: 8, .path: 12, .steps: 2, .ferry: 15,
    ],
    foreignSpeeds: ClassTable(all: 17),
    shareOfLimit: ClassTable(all: 0),
    dislike: ClassTable(
      all: 1,
      except: [
        .trunk: 2.2, .trunkLink: 2.2, .primary: 1.7, .primaryLink: 1.7, .secondary: 1.4, .secondaryLink: 1.4,
        .tertiary: 1.15, .cycleway: 0.85, .footway: 1.3, .pedestrian: 1.2, .steps: 3,
      ]),
    topSpeed: 18,
    surfaceSpeeds: [
      .sett: 12, .cobblestone: 9, .compacted: 15, .fineGravel: 14, .gravel: 11, .unpaved: 12, .ground: 11, .grass: 7,
      .sand: 5, .mud: 4, .snowOrIce: 6,
    ],
    minorServiceSpeed: 10, pushingSpeed: 4, referenceSpeed: 16,
    delays: Delays(
      rightAngle: 1.5, acrossTraffic: 2, uTurn: 10, signals: 8, stopSign: 3, giveWay: 1.5, levelCrossing: 5,
      tollBooth: 5, barrier: 5, boarding: 600))

  private static let pedestrian = Profile(
    mode: .pedestrian,
    classSpeeds: ClassTable(all: 4.8, except: [.steps: 2.4, .ferry: 15, .track: 4.5, .path: 4.3]),
    foreignSpeeds: ClassTable(all: 4.8),
    shareOfLimit: ClassTable(all: 0),
    dislike: ClassTable(
      all: 1,
      except: [
        .trunk: 2, .trunkLink: 2, .primary: 1.4, .primaryLink: 1.4, .secondary: 1.25, .secondaryLink: 1.25,
        .tertiary: 1.1, .footway: 0.95, .pedestrian: 0.95, .steps: 1.1,
      ]),
    topSpeed: 15, surfaceSpeeds: [.mud: 3, .sand: 3.5, .snowOrIce: 3.5], minorServiceSpeed: 4.8, referenceSpeed: 4.8,
    delays: Delays(
      rightAngle: 0, acrossTraffic: 0, uTurn: 0, signals: 10, stopSign: 0, giveWay: 0, levelCrossing: 5, tollBooth: 0,
      barrier: 3, boarding: 600))

  private static let motorSurfaces: SurfaceTable = [
    .metal: 60, .wood: 40, .pavingStones: 60, .sett: 40, .cobblestone: 30, .compacted: 60, .fineGravel: 45,
    .gravel: 35, .unpaved: 35, .ground: 25, .grass: 12, .sand: 12, .mud: 8, .snowOrIce: 20,
  ]

  private static let motorDelays = Delays(
    rightAngle: 3, acrossTraffic: 3, uTurn: 60, signals: 6, stopSign: 4, giveWay: 2, levelCrossing: 10, tollBooth: 30,
    barrier: 20, boarding: 900)

  private static func with(_ profile: Profile, _ change: (inout Profile) -> Void) -> Profile {
    var result = profile
    change(&result)
    return result
  }
}
