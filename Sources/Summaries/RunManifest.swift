internal import Records
internal import Storage

/// What the manifest of a folder says about the run.
struct RunManifest {
  struct Output {
    let name: String
    let bytes: Int
  }

  /// The number of things, by status, and by reason if they are not well.
  struct Counts {
    var count = 0
    var byStatus: [String: Int] = [:]
    var byReason: [String: Int] = [:]
  }

  let folder: String
  let version: String
  let startedAt: String
  let finishedAt: String
  let mapID: String
  let mapVersion: String
  /// Empty if the map has none.
  let mapDataTime: String
  let trips: Counts
  let fixes: Counts
  let rejects: Counts
  let outputs: [Output]

  init(of folder: String) throws(SummaryError) {
    let path = joinedPath(folder, "manifest.json")
    guard FileKind(at: path) != .missing else { throw .noManifest(folder: folder) }
    let bytes: [UInt8]
    do throws(StorageError) { bytes = try wholeFile(path, atMost: .document) } catch {
      throw .unreadable(error.description)
    }
    guard let manifest = try? JSONValue(parsing: bytes),
      manifest["schema"]?.text?.hasPrefix("tracemill/manifest/") == true
    else { throw .notAManifest(path: path) }
    guard let trips = manifest["trips"] else {
      throw .notOfTrips(folder: folder, kind: manifest["drives"] == nil ? "answers to requests" : "simulated drives")
    }
    self.folder = folder
    self.trips = Counts(trips)
    fixes = Counts(manifest["fixes"])
    rejects = Counts(manifest["rejects"])
    version = manifest["program"]?["version"]?.text ?? ""
    startedAt = manifest["started_at"]?.text ?? ""
    finishedAt = manifest["finished_at"]?.text ?? ""
    mapID = manifest["map"]?["id"]?.text ?? ""
    mapVersion = manifest["map"]?["version"]?.text ?? ""
    mapDataTime = manifest["map"]?["data_time"]?.text ?? ""
    outputs = (manifest["outputs"]?.list ?? []).compactMap(Output.init)
  }

  /// The path of an output, if it still is as the run wrote it.
  func path(of output: Output) throws(SummaryError) -> String {
    let path = joinedPath(folder, output.name)
    guard let size = fileSize(of: path) else { throw .missing(path: path) }
    guard size == output.bytes else { throw .changed(path: path) }
    return path
  }
}

extension RunManifest.Counts {
  fileprivate init(_ value: JSONValue?) {
    count = value?["count"]?.integer ?? 0
    byStatus = value?["by_status"]?.counts ?? [:]
    byReason = value?["by_reason"]?.counts ?? [:]
  }
}

extension RunManifest.Output {
  fileprivate init?(_ value: JSONValue) {
    guard let name = value["name"]?.text, let bytes = value["bytes"]?.integer else { return nil }
    self.init(name: name, bytes: bytes)
  }
}

extension JSONValue {
  fileprivate var counts: [String: Int] {
    let pairs = (fields ?? []).compactMap { field in field.value.integer.map { (field.name, $0) } }
    return Dictionary(pairs) { first, _ in first }
  }
}
