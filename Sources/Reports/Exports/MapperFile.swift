internal import Detection
internal import Geodesy
internal import Knowledge
package import Records
internal import Storage

/// Doubts in files that the tools of mappers read.
package enum MapperFile {
  /// Tasks for MapRoulette, one on each line: a collection of features after the character RS.
  ///
  /// A task has the id of its object as `@id`, its sentence as `instruction`, which the instructions of the challenge can
  /// name as `{{instruction}}`, its counts, and, where there is a proposal for an object, the work of a tag fix.
  ///
  /// - Source: https://learn.maproulette.org/documentation/line-by-line-geojson/; RFC 8142.
  package static func mapRoulette(_ tasks: [MapperTask]) -> ByteWriter {
    var bytes = ByteWriter(capacity: 512 * tasks.count)
    for task in tasks {
      bytes.byte(0x1E)
      bytes.text("{\"type\":\"FeatureCollection\",\"features\":[")
      bytes.feature(of: task)
      bytes.byte(UInt8(ascii: "]"))
      bytes.tagFix(of: task)
      bytes.text("}\n")
    }
    return bytes
  }

  /// Whether a file begins as one of these.
  ///
  /// - Parameter begin: some kilobytes.
  package static func isOfTasks(_ begin: String) -> Bool {
    begin.hasPrefix("\u{1E}{\"type\":\"FeatureCollection\"")
      && ["\"instruction\":", "\"trips\":"].allSatisfy(begin.contains)
  }

  /// Issues as Osmose's interface gives them.
  ///
  /// The classes are the positions of the kinds in the schema of `doubts`. The item is `tracemill`, since Osmose has no
  /// number for it.
  ///
  /// - Source: https://wiki.openstreetmap.org/wiki/Osmose/api/0.3, `issues.json` with `full`.
  package static func osmose(_ tasks: [MapperTask]) -> ByteWriter {
    var bytes = ByteWriter(capacity: 512 * tasks.count)
    bytes.text(beginningOfIssues)
    for (number, task) in tasks.enumerated() {
      bytes.text(number > 0 ? ",\n" : "\n")
      bytes.issue(of: task)
    }
    bytes.text("\n]}\n")
    return bytes
  }

  /// The first bytes of every file of issues, by which it is known as one.
  package static let beginningOfIssues = "{\"generator\":\"tracemill\",\"issues\":["
}

extension ByteWriter {
  // MARK: MapRoulette

  fileprivate mutating func feature(of task: MapperTask) {
    text("{\"type\":\"Feature\",")
    if let element = task.element { member("id", element.path) }
    text("\"geometry\":")
    geometry(task.geometry)
    text(",\"properties\":{")
    if let element = task.element { member("@id", element.path) }
    member("id", task.id)
    member("type", task.doubt.kind.code)
    member("title", task.title)
    member("instruction", task.instruction)
    if !task.road.isEmpty { member("road", task.road) }
    counts(of: task)
    for tag in task.proposal { member("proposed_" + tag.key, tag.value) }
    endMembers()
    text("}}")
  }

  private mutating func counts(of task: MapperTask) {
    let doubt = task.doubt
    member("trips", doubt.broken)
    if let kept = doubt.kept { member("trips_otherwise", kept) }
    if let vehicles = doubt.vehicles {
      member("vehicles", vehicles.broken)
      member("vehicles_otherwise", vehicles.kept)
    }
    guard !task.months.isEmpty else { return }
    text("\"trips_by_month\":{")
    for (month, trips) in task.months { member(month.iso8601, trips) }
    endMembers()
    text("},")
  }

  /// Only tags of objects can be fixed without an editor.
  fileprivate mutating func tagFix(of task: MapperTask) {
    guard let element = task.element, !task.proposal.isEmpty else { return }
    text(",\"cooperativeWork\":{\"meta\":{\"version\":2,\"type\":1},\"operations\":[")
    text("{\"operationType\":\"modifyElement\",\"data\":{")
    member("id", element.path)
    text("\"operations\":[{\"operation\":\"setTags\",\"data\":{")
    tags(of: task)
    text("}}]}}]}")
  }

  private mutating func tags(of task: MapperTask) {
    for tag in task.proposal { member(tag.key, tag.value) }
    endMembers()
  }

  // MARK: Osmose

  fileprivate mutating func issue(of task: MapperTask) {
    byte(UInt8(ascii: "{"))
    member("id", task.id)
    degrees("lat", task.doubt.place.latitudeE7)
    degrees("lon", task.doubt.place.longitudeE7)
    member("item", "tracemill")
    member("class", 1 + (Doubt.Kind.codes.firstIndex(of: task.doubt.kind.code) ?? 0))
    member("level", task.level)
    member("title", task.title)
    member("subtitle", task.instruction)
    counts(of: task)
    text("\"elems\":[")
    if let element = task.element { self.element(element, isLast: true) }
    text("],\"osm_ids\":{")
    if let element = task.element { text("\"\(element.kind.rawValue)s\":[\(element.id)]") }
    text("},\"fixes\":[")
    fix(of: task)
    text("]}")
  }

  /// - Parameter isLast: nothing follows in its object.
  private mutating func element(_ element: MapperTask.Element, isLast: Bool) {
    text("{\"type\":\"\(element.kind.rawValue.prefix(1).uppercased())\",\"id\":\(element.id)")
    text(isLast ? "}" : ",")
  }

  private mutating func fix(of task: MapperTask) {
    guard !task.proposal.isEmpty else { return }
    byte(UInt8(ascii: "["))
    if let element = task.element {
      self.element(element, isLast: false)
      text("\"modify\":{")
    } else {
      text("{\"type\":\"W\",\"create\":{")
    }
    tags(of: task)
    text("}}]")
  }

  // MARK: Members, each with a comma behind it

  private mutating func member(_ name: String, _ value: String) {
    jsonString(name)
    byte(UInt8(ascii: ":"))
    jsonString(value)
    byte(UInt8(ascii: ","))
  }

  private mutating func member(_ name: String, _ value: Int) {
    jsonString(name)
    byte(UInt8(ascii: ":"))
    integer(Int64(value))
    byte(UInt8(ascii: ","))
  }

  private mutating func degrees(_ name: String, _ value: Int32) {
    jsonString(name)
    byte(UInt8(ascii: ":"))
    fixed(Int64(value), places: 7)
    byte(UInt8(ascii: ","))
  }

  /// Takes back the comma behind the last member.
  private mutating func endMembers() { buffer.removeAll(after: buffer.count - 1) }
}

extension MapperTask {
  /// As Osmose grades issues: 1 is an error, 2 probably one, 3 something to look at.
  fileprivate var level: Int {
    switch doubt.kind {
    case .rule(.oneway), .rule(.turnRestriction), .rule(.barrier), .rule(.access): 1
    case .rule, .missingRoad: 2
    case .unusedRoad, .unreachedLimit: 3
    }
  }
}
