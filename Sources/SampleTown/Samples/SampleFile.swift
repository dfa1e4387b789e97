/// One vehicle's drive in a sample file.
package struct SampleDrive: Sendable {
  /// The trace id, or the track's name.
  package let vehicle: String
  package let drive: TownDrive
}

/// A file of the folder Traces/: the map, the traces of one or more vehicles, requests for routes, or jobs.
package struct SampleFile: Sendable {
  package let name: String
  package let drives: [SampleDrive]
  package let bytes: [UInt8]

  init(name: String, drives: [SampleDrive], bytes: [UInt8]) {
    self.name = name
    self.drives = drives
    self.bytes = bytes
  }

  init(name: String, drives: [SampleDrive], text: String) {
    self.init(name: name, drives: drives, bytes: Array(text.utf8))
  }

  /// The map, all traces, the requests and the jobs, the same bytes every time.
  package static func all(of town: Town) -> [SampleFile] {
    [
      SampleFile(name: "town.osm", drives: [], text: town.openStreetMapXML),
      courier(town), bus(town), taxiThroughTunnel(town), wrongWayDriver(town), ferryPassenger(town),
      motorwayDriver(town), sparseFleet(town), forester(town), van(town), brokenLogger(town),
      requests(town), jobs(town), jobEvents(town),
    ]
  }
}
