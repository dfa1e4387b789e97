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
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house)
}

/// The tests of a module and all else they import: what is not listed does not have them compiled anew when it changes.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    swiftSettings: house)
}

/// A system library: its header lent to Swift, installed by a Debian package.
func shim(_ name: String, pkgConfig: String? = nil, debian: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}

let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "tracemill",
  products: [.executable(name: "tracemill", targets: ["tracemill"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    shim("CGlibc", debian: "libc6-dev"),
    shim("CZlib", debian: "zlib1g-dev"),
    shim("CXXHash", debian: "libxxhash-dev"),
    shim("CLibXML2", pkgConfig: "libxml-2.0", debian: "libxml2-dev"),
    .target(
      name: "COsmium",
      cxxSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat")]),

    room("RandomNumbers"),
    room("Geodesy"),
    room("Storage", ["CGlibc", "CZlib", "CXXHash"]),
    room("Traces", ["Geodesy", "Storage", "CLibXML2"]),
    room("RoadGraph", ["Geodesy", "Storage"]),
    room("MapImport", ["Geodesy", "Storage", "RoadGraph", "COsmium"]),
    room("Hierarchies", ["Geodesy", "Storage", "RoadGraph"]),
    room("Routing", ["Geodesy", "Storage", "Traces", "RoadGraph", "Hierarchies"]),
    room("Requests", ["Geodesy", "Storage", "Traces", "RoadGraph", "Routing"]),
    room("Simulation", ["RandomNumbers", "Geodesy", "Storage", "Traces", "RoadGraph", "Routing"]),
    room("Matching", ["Geodesy", "Storage", "Traces", "RoadGraph", "Routing"]),
    room("Trips", ["Geodesy", "Traces", "RoadGraph", "Matching"]),
    room("Guidance", ["Geodesy", "Storage", "Traces", "RoadGraph", "Routing", "Trips"]),
    room("Detection", ["Geodesy", "Traces", "RoadGraph", "Matching", "Trips"]),
    room(
      "Reports",
      ["Geodesy", "Storage", "Traces", "RoadGraph", "Routing", "Matching", "Trips", "Guidance", "Detection"]),
    room("Comparison", ["Geodesy", "Storage", "Traces", "RoadGraph"]),
    room(
      "Batch",
      [
        "Geodesy", "Storage", "Traces", "RoadGraph", "Routing", "Requests", "Matching", "Trips", "Guidance",
        "Detection", "Reports",
      ]),
    .executableTarget(
      name: "tracemill",
      dependencies: [
        "Geodesy", "Storage", "Traces", "RoadGraph", "Routing", "Requests", "MapImport", "Matching", "Reports", "Batch",
        "Comparison", "Simulation", arguments, logging,
      ],
      swiftSettings: house),

    room("SampleTown", ["RandomNumbers", "Geodesy", "Traces"]),
    .executableTarget(name: "sample-town", dependencies: ["SampleTown", "Storage"], swiftSettings: house),

    .executableTarget(
      name: "hierarchy-times", dependencies: ["RandomNumbers", "RoadGraph", "Hierarchies", "Routing"],
      path: "Benchmarks/hierarchies", swiftSettings: house),
    .executableTarget(
      name: "route-times", dependencies: ["RoadGraph", "Routing", "Requests", "Guidance", "Reports"],
      path: "Benchmarks/routes", swiftSettings: house),

    .target(
      name: "TestSupport",
      dependencies: ["RandomNumbers", "Geodesy", "Storage", "Traces", "RoadGraph", "Matching", "Trips"],
      path: "Tests/TestSupport", swiftSettings: house),
    tests("RandomNumbers"),
    tests("Geodesy"),
    tests("Storage", ["RandomNumbers"]),
    tests("Traces", ["RandomNumbers", "Geodesy", "Storage"]),
    tests("RoadGraph", ["RandomNumbers", "Geodesy", "Storage"]),
    tests("MapImport", ["Geodesy", "RoadGraph", "Storage"]),
    tests("Hierarchies", ["RandomNumbers", "Geodesy", "MapImport", "RoadGraph", "Storage"]),
    tests("Routing", ["RandomNumbers", "Geodesy", "Storage", "Traces", "RoadGraph", "MapImport", "Hierarchies"]),
    tests("Simulation", ["RandomNumbers", "Geodesy", "MapImport", "RoadGraph", "Storage", "Traces"]),
    tests("Matching", ["RandomNumbers", "Geodesy", "RoadGraph", "Routing", "Traces"]),
    tests("Trips", ["RandomNumbers", "Geodesy", "Matching", "RoadGraph", "Traces"]),
    tests("Requests", ["Geodesy", "RoadGraph", "Routing", "Traces"]),
    tests("Guidance", ["Geodesy", "RoadGraph", "Routing", "Traces", "Trips"]),
    tests("Detection", ["RandomNumbers", "Geodesy", "Matching", "RoadGraph", "Traces", "Trips"]),
    tests(
      "Reports",
      ["RandomNumbers", "Detection", "Geodesy", "Guidance", "Matching", "RoadGraph", "Routing", "Traces", "Trips"]),
    tests("Comparison", ["RandomNumbers", "Geodesy", "Traces", "RoadGraph", "Storage"]),
    tests(
      "Batch",
      [
        "RandomNumbers", "Geodesy", "Traces", "RoadGraph", "Routing", "MapImport", "Matching", "Trips", "Guidance",
        "Detection", "Reports",
      ]),
    tests("tracemill"),
    tests("SampleTown", ["Geodesy", "Traces"]),
  ],
  cxxLanguageStandard: .cxx17
)
