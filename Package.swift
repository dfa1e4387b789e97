// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// One folder of Sources and what it imports; imports point left in the flow of Documentation/Architecture.md.
///
/// Its texts become part of the program; what is beside its sources is no Swift.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], texts: [String] = [], beside others: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: others, resources: texts.map { .embedInCode($0) },
    swiftSettings: house)
}

/// Tests are not optimised in release, where those of the program take a third of the time to compile without it.
let houseOfTests: [SwiftSetting] = house + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The tests of a module and all else they import: what is not listed does not have them compiled anew when it changes.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], drawings: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies, exclude: drawings,
    swiftSettings: houseOfTests)
}

/// A system library: its header lent to Swift, installed by a Debian package.
func shim(_ name: String, pkgConfig: String? = nil, debian: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

let package = Package(
  name: "tracemill",
  products: [.executable(name: "tracemill", targets: ["tracemill"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
  ],
  targets: [
    shim("CGlibc", debian: "libc6-dev"),
    shim("CZlib", debian: "zlib1g-dev"),
    shim("CArchive", debian: "libarchive-dev"),
    shim("CXXHash", debian: "libxxhash-dev"),
    shim("CZstd", debian: "libzstd-dev"),
    shim("CMD", debian: "libmd-dev"),
    shim("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
    shim("CLibXML2", pkgConfig: "libxml-2.0", debian: "libxml2-dev"),
    .target(
      name: "COsmium",
      cxxSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat")]),
    .target(name: "CCurl"),
    .target(name: "CPageFiles", cSettings: [.unsafeFlags(["-std=c23"])]),

    .plugin(name: "IdentityPlugin", capability: .buildTool(), path: "Sources/IdentityPlugin"),
    .target(name: "Identity", swiftSettings: house, plugins: ["IdentityPlugin"]),

    room("RandomNumbers"),
    room("Geodesy"),
    room("Storage", ["CGlibc", "CZlib", "CArchive", "CXXHash", "CZstd"]),
    room("SQLite", ["CSQLite"]),
    room("Ledger", ["Storage", "SQLite"]),
    room("Downloads", ["CCurl", "CMD", "Storage"]),
    room("GeoPackages", ["Geodesy", "Storage", "SQLite"]),
    room("Moments", ["Storage"]),
    room("Records", ["Storage", "Moments"]),
    room("Dispatching", ["CCurl", "Downloads", "Storage", "SQLite", "Moments", "Records"]),
    room("Traces", ["Geodesy", "Storage", "Moments", "Records", "CLibXML2"]),
    room("RoadGraph", ["Geodesy", "Storage", "Records"]),
    room("Extracts", ["Geodesy", "Storage", "COsmium"]),
    room("MapImport", ["Geodesy", "Storage", "Records", "RoadGraph", "Extracts"]),
    room("RoadRules", ["Geodesy", "Storage", "Moments", "RoadGraph"]),
    room("PathSearch", ["Geodesy", "Storage", "RoadGraph", "RoadRules"]),
    room("Hierarchies", ["Geodesy", "Storage", "RoadGraph"]),
    room("Routing", ["Geodesy", "Storage", "Moments", "RoadGraph", "RoadRules", "PathSearch", "Hierarchies"]),
    room("Matching", ["Geodesy", "Storage", "Moments", "Traces", "RoadGraph", "RoadRules", "PathSearch"]),
    room("Trips", ["Geodesy", "Moments", "Traces", "RoadGraph", "Matching"]),
    room(
      "Plans",
      ["Geodesy", "Storage", "Moments", "Traces", "RoadGraph", "RoadRules", "Routing", "Matching", "Trips"]),
    room(
      "MapLibrary",
      [
        "Geodesy", "Storage", "Moments", "Records", "RoadGraph", "MapImport", "Extracts", "Downloads", "Routing",
      ]),
    room(
      "Simulation",
      [
        "RandomNumbers", "Geodesy", "Storage", "Moments", "Records", "Traces", "RoadGraph", "RoadRules", "PathSearch",
        "Routing", "Plans",
      ]),
    room(
      "Jobs",
      [
        "Geodesy", "Moments", "Records", "Traces", "RoadGraph", "RoadRules", "Routing", "Matching", "Plans", "Trips",
      ]),
    room(
      "Requests",
      ["Geodesy", "Storage", "Moments", "Records", "Traces", "RoadGraph", "RoadRules", "Routing", "Plans", "Jobs"]),
    room(
      "Guidance",
      ["Geodesy", "Storage", "Moments", "Records", "RoadGraph", "RoadRules", "Routing", "Matching", "Trips"],
      texts: ["Languages"]),
    room(
      "Detection",
      [
        "Geodesy", "Moments", "Traces", "RoadGraph", "RoadRules", "PathSearch", "Routing", "Matching", "Plans", "Trips",
      ]),
    room(
      "Knowledge",
      [
        "Geodesy", "Storage", "GeoPackages", "Moments", "Records", "Traces", "RoadGraph", "RoadRules", "Matching",
        "Trips", "Detection",
      ]),
    room(
      "Reports",
      [
        "Geodesy", "Storage", "GeoPackages", "Moments", "Records", "Traces", "RoadGraph", "RoadRules", "Routing",
        "Matching", "Plans", "Trips", "Jobs", "Guidance", "Detection", "Knowledge",
      ]),
    room("PageFiles", ["CPageFiles"], beside: ["Script", "Style", "Templates", "Words"]),
    room(
      "Replay",
      [
        "Geodesy", "Storage", "Moments", "Records", "RoadGraph", "RoadRules", "Guidance", "Detection", "Knowledge",
        "Reports", "PageFiles", "CMD",
      ]),
    room("Summaries", ["Storage", "GeoPackages", "Records"]),
    room("Settings", ["Storage", "Records", toml]),
    room("Presets", ["Storage", "Moments", "Records", "Traces", "Settings"], texts: ["Files"]),
    room("Comparison", ["Geodesy", "Storage", "GeoPackages", "Records", "Traces", "RoadGraph"]),
    room(
      "Work",
      [
        "Geodesy", "Storage", "Ledger", "Moments", "Records", "Traces", "RoadGraph", "RoadRules", "Routing", "Matching",
        "Plans", "Jobs", "Dispatching", "Requests", "Trips", "Guidance", "Detection", "Knowledge", "Reports", "Replay",
      ]),
    .executableTarget(
      name: "tracemill",
      dependencies: [
        "Identity", "Geodesy", "Storage", "Moments", "Records", "Traces", "RoadGraph", "MapImport", "Downloads",
        "MapLibrary", "RoadRules", "Routing", "Simulation", "Matching", "Plans", "Trips", "Jobs", "Dispatching",
        "Requests", "Guidance", "Detection", "Knowledge", "Reports", "Replay", "Summaries", "Settings", "Presets",
        "Comparison", "Work",
        arguments,
      ],
      swiftSettings: house),

    room("SampleTown", ["RandomNumbers", "Geodesy", "Storage", "Moments", "Traces"]),
    .executableTarget(name: "sample-town", dependencies: ["Storage", "SampleTown"], swiftSettings: house),

    .executableTarget(
      name: "hierarchy-times", dependencies: ["RandomNumbers", "RoadGraph", "RoadRules", "Hierarchies", "Routing"],
      path: "Benchmarks/hierarchies", swiftSettings: house),
    .executableTarget(
      name: "clock-times",
      dependencies: ["RandomNumbers", "Geodesy", "Moments", "RoadGraph", "RoadRules", "Hierarchies", "Routing"],
      path: "Benchmarks/clock", swiftSettings: house),
    .executableTarget(
      name: "route-times", dependencies: ["RoadGraph", "Routing", "Requests", "Guidance", "Reports"],
      path: "Benchmarks/routes", swiftSettings: house),
    .executableTarget(
      name: "store-times", dependencies: ["RandomNumbers", "Geodesy", "Storage", "RoadGraph", "Knowledge"],
      path: "Benchmarks/knowledge", swiftSettings: house),
    .executableTarget(
      name: "fetch", dependencies: ["Downloads"], path: "Benchmarks/maps", exclude: ["serve.py"], swiftSettings: house),
    .executableTarget(
      name: "emit", dependencies: ["RandomNumbers", "Moments", "Records", "Dispatching"],
      path: "Benchmarks/dispatching", exclude: ["desk.py"], swiftSettings: house),
    .executableTarget(
      name: "update-times", dependencies: ["Geodesy", "Extracts", "RoadGraph", "MapImport"],
      path: "Benchmarks/updates", exclude: ["many_changes.py"], swiftSettings: house),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "Geodesy", "Storage", "Moments", "Traces", "RoadGraph", "Extracts", "MapImport", "RoadRules", "Routing",
        "Plans",
        "Requests", "Summaries", "Settings", "Presets", "Comparison", "Work",
      ],
      path: "Benchmarks/fuzz", exclude: ["fuzz.py", "numbers.dict", "corpus"], swiftSettings: house),

    .target(
      name: "TestSupport",
      dependencies: ["RandomNumbers", "Geodesy", "Storage", "Moments", "Traces", "RoadGraph", "Matching", "Trips"],
      path: "Tests/TestSupport", swiftSettings: house),
    tests("RandomNumbers"),
    tests("Geodesy", ["RandomNumbers"]),
    tests("Storage", ["RandomNumbers"]),
    tests("SQLite", ["RandomNumbers"]),
    tests("Ledger", ["Storage", "SQLite"]),
    tests("Downloads", ["RandomNumbers", "Storage", "fetch"]),
    tests("GeoPackages", ["RandomNumbers", "Geodesy", "Storage", "SQLite"]),
    tests("Moments", ["RandomNumbers", "Storage"]),
    tests("Records", ["RandomNumbers", "Storage", "Moments"]),
    tests("Dispatching", ["RandomNumbers", "Storage", "SQLite", "Moments", "Records", "emit"]),
    tests("Traces", ["RandomNumbers", "Geodesy", "Storage", "Moments", "Records"]),
    tests("RoadGraph", ["RandomNumbers", "Geodesy", "Storage"]),
    tests("Extracts", ["RandomNumbers", "Geodesy"]),
    tests("MapImport", ["RandomNumbers", "Geodesy", "Storage", "Records", "RoadGraph", "Extracts"]),
    tests("Hierarchies", ["RandomNumbers", "Geodesy", "Storage", "RoadGraph", "MapImport"]),
    tests(
      "Routing",
      ["RandomNumbers", "Geodesy", "Storage", "Moments", "RoadGraph", "MapImport", "RoadRules", "Hierarchies"]),
    tests(
      "Knowledge",
      [
        "RandomNumbers", "Geodesy", "Storage", "Moments", "Records", "Traces", "RoadGraph", "MapImport", "RoadRules",
        "Matching", "Trips", "Detection",
      ]),
    tests("RoadRules", ["RandomNumbers", "Geodesy", "Moments", "RoadGraph"]),
    tests("PathSearch", ["RandomNumbers", "Geodesy", "RoadGraph", "RoadRules"]),
    tests(
      "Plans",
      [
        "RandomNumbers", "Geodesy", "Moments", "Traces", "RoadGraph", "RoadRules", "Routing", "Matching", "Trips",
      ]),
    tests(
      "MapLibrary", ["Geodesy", "Storage", "Moments", "Records", "RoadGraph", "Extracts", "MapImport", "Downloads"]),
    tests(
      "Simulation",
      [
        "RandomNumbers", "Geodesy", "Storage", "Moments", "Traces", "RoadGraph", "MapImport", "PathSearch", "Routing",
        "Plans",
      ]),
    tests("Matching", ["RandomNumbers", "Geodesy", "Moments", "Traces", "RoadGraph", "RoadRules", "PathSearch"]),
    tests("Trips", ["RandomNumbers", "Geodesy", "Moments", "Traces", "RoadGraph", "Matching"]),
    tests("Jobs", ["RandomNumbers", "Geodesy", "Moments", "Traces", "RoadGraph", "RoadRules", "Routing", "Trips"]),
    tests(
      "Requests",
      ["RandomNumbers", "Geodesy", "Moments", "Records", "RoadGraph", "RoadRules", "Routing", "Plans", "Jobs"]),
    tests(
      "Guidance",
      ["RandomNumbers", "Geodesy", "Moments", "RoadGraph", "MapImport", "RoadRules", "Routing", "Trips"],
      drawings: ["Junctions/Maps"]),
    tests(
      "Detection",
      [
        "RandomNumbers", "Geodesy", "Moments", "Traces", "RoadGraph", "RoadRules", "Routing", "Matching", "Plans",
        "Trips", "Guidance",
      ]),
    tests(
      "Reports",
      [
        "RandomNumbers", "Geodesy", "Storage", "GeoPackages", "Moments", "Records", "Traces", "RoadGraph", "RoadRules",
        "Routing",
        "Matching",
        "Plans", "Trips", "Guidance", "Detection", "Knowledge",
      ]),
    tests(
      "Replay",
      [
        "RandomNumbers", "Geodesy", "Moments", "Records", "RoadGraph", "RoadRules", "Guidance", "Knowledge", "Reports",
        "PageFiles", "Trips",
      ]),
    tests("Summaries", ["RandomNumbers", "Records"]),
    tests("Settings", ["RandomNumbers"]),
    tests("Presets", ["Geodesy", "Moments", "Records", "Traces", "Settings"], drawings: ["Samples"]),
    tests("Comparison", ["RandomNumbers", "Geodesy", "Records", "Traces", "RoadGraph"]),
    tests(
      "Work",
      [
        "RandomNumbers", "Geodesy", "Storage", "Ledger", "Moments", "Records", "Traces", "RoadGraph", "MapImport",
        "RoadRules", "Routing", "Matching", "Requests", "Trips", "Guidance", "Detection", "Knowledge", "Reports",
      ]),
    // They run the release program, so `tracemill` is not compiled for them.
    .testTarget(
      name: "tracemillTests",
      dependencies: [
        "Geodesy", "Moments", "Traces", "RoadGraph", "MapImport", "Matching", "Plans", "Trips", "Requests", "Detection",
        "SQLite", "Reports", "Comparison", "Storage", "TestSupport",
      ], exclude: ["Itineraries"], swiftSettings: houseOfTests),
    tests("SampleTown", ["Geodesy", "Moments", "Records", "Traces"]),
  ],
  cxxLanguageStandard: .cxx17
)
