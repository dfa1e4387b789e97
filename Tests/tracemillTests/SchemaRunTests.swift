import Foundation
import TestSupport
import Testing

/// What of a value is not as its schema says, by JSON path.
private func faults(_ value: Any, _ schema: [String: Any], at path: String = "$") -> [String] {
  if let choices = schema["anyOf"] as? [[String: Any]] {
    return choices.contains { faults(value, $0, at: path).isEmpty } ? [] : ["\(path): none of the shapes"]
  }
  if let constant = schema["const"] as? String {
    return value as? String == constant ? [] : ["\(path): not \(constant)"]
  }
  guard let type = schema["type"] as? String else { return ["\(path): the schema says no type"] }
  guard isOfType(value, type) else { return ["\(path): not \(type)"] }
  if let object = value as? [String: Any] { return faults(inObject: object, schema, at: path) }
  guard let list = value as? [Any], let items = schema["items"] as? [String: Any] else { return [] }
  return list.enumerated().flatMap { faults($1, items, at: "\(path)[\($0)]") }
}

private func faults(inObject object: [String: Any], _ schema: [String: Any], at path: String) -> [String] {
  let required = schema["required"] as? [String] ?? []
  let missing = required.filter { object[$0] == nil }.map { "\(path).\($0): missing" }
  return missing
    + object.flatMap { name, value in
      let known = (schema["properties"] as? [String: [String: Any]])?[name] ?? schema["additionalProperties"]
      guard let schema = known as? [String: Any] else { return ["\(path).\(name): not in the schema"] }
      return faults(value, schema, at: "\(path).\(name)")
    }
}

/// A flag also counts as a number, since Foundation reads both as one.
private func isOfType(_ value: Any, _ type: String) -> Bool {
  switch type {
  case "string": value is String
  case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
  case "number": value is Double
  case "boolean": value is Bool
  case "array": value is [Any]
  case "object": value is [String: Any]
  case "null": value is NSNull
  default: false
  }
}

@Suite struct `The schema of a command's JSON` {
  private func schema(_ name: String) throws -> [String: Any] { try jsonObject(try ProgramRun("schema", name).output) }

  @Test func `holds for inspect, of every format`() throws {
    let run = try ProgramRun("inspect", "Traces", "--format", "json")
    #expect(run.exitCode == 0)
    let files = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    let schema = try schema("inspect")
    #expect(files.count > 5)
    for file in files { #expect(faults(file, schema).isEmpty, "\(faults(file, schema))") }
    let lines = try ProgramRun("inspect", "Traces", "--format", "ndjson").output.split(separator: "\n")
    #expect(lines.count == files.count)
    #expect(try ProgramRun("inspect", "-", "--format", "json", input: "lat,lon\n1,x\n").output.hasPrefix("[\n{"))
  }

  @Test func `holds for map info`() throws {
    let info = try jsonObject(try ProgramRun("map", "info", try SampleTown.map.get(), "--format", "json").output)
    let schema = try schema("map-info")
    #expect(faults(info, schema).isEmpty, "\(faults(info, schema))")
  }

  @Test func `holds for report`() throws {
    let folder = try TemporaryFolder()
    let schema = try schema("report")
    for arguments in [[], ["--table", "points"]] {
      let run = try ProgramRun(
        ["match", "Traces", "--map", try SampleTown.map.get(), "--quiet", "-o", folder.path("d/")] + arguments)
      #expect(run.exitCode == 0, "\(run.errors)")
      let report = try jsonObject(try ProgramRun("report", folder.path("d"), "--format", "json").output)
      #expect(faults(report, schema).isEmpty, "\(faults(report, schema))")
    }
  }

  @Test func `finds what is wrong`() throws {
    var info = try jsonObject(try ProgramRun("map", "info", try SampleTown.map.get(), "--format", "json").output)
    info["bytes"] = "many"
    info["counts"] = nil
    info["colour"] = 1
    #expect(faults(info, try schema("map-info")).count == 3)
  }
}
