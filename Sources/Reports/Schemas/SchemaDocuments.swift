package import Records

extension TableSchema {
  /// The output of `tracemill schema TABLE`: the columns in order, with types, units and meaning.
  package var json: JSONValue {
    .object([
      "schema": .text("tracemill/table/1"),
      "table": .text(name),
      "meaning": .text(meaning),
      "columns": .list(columns.map(\.json)),
    ])
  }
}

extension ColumnSchema {
  fileprivate var json: JSONValue {
    .object([
      "name": .text(name),
      "type": .text(type.name),
      "unit": unit.map(JSONValue.text),
      "decimals": type.places.map(JSONValue.integer),
      "values": type.values.map { .list($0.map(JSONValue.text)) },
      "meaning": .text(meaning),
      "nullable": .flag(isNullable),
      "null_when": nullWhen.map(JSONValue.text),
    ])
  }

  /// The JSON Schema of the column's values.
  fileprivate var jsonSchema: JSONValue {
    let sentence = [meaning, unit.map { "Unit: \($0)." }, nullWhen.map { "Null when: \($0)." }]
    let field = JSONValue.Field(
      name: "description", value: .text(sentence.compactMap(\.self).joined(separator: " ")))
    return .object([field] + type.jsonSchema(isNullable: isNullable))
  }
}

extension ColumnType {
  fileprivate func jsonSchema(isNullable: Bool) -> [JSONValue.Field] {
    let names = jsonTypes + (isNullable ? ["null"] : [])
    let type = names.count == 1 ? JSONValue.text(names[0]) : .list(names.map(JSONValue.text))
    return [JSONValue.Field(name: "type", value: type)] + keywords(isNullable: isNullable)
  }

  private var jsonTypes: [String] {
    switch self {
    case .text, .code, .time, .localTime: ["string"]
    case .codes: ["array"]
    case .counts: ["object"]
    case .integer: ["integer"]
    case .id: ["integer", "string"]
    case .latitude, .longitude, .decimal: ["number"]
    case .flag: ["boolean"]
    }
  }

  private func keywords(isNullable: Bool) -> [JSONValue.Field] {
    switch self {
    case .text, .integer, .flag, .decimal: []
    case .code(let values):
      [JSONValue.Field(name: "enum", value: .list(values.map(JSONValue.text) + (isNullable ? [.null] : [])))]
    case .codes(let values):
      [JSONValue.Field(name: "items", value: .object(["enum": .list(values.map(JSONValue.text))]))]
    case .counts:
      [JSONValue.Field(name: "additionalProperties", value: .object(["type": .text("integer")]))]
    case .id: [JSONValue.Field(name: "pattern", value: .text("^-?[0-9]+$"))]
    case .latitude: Self.bounds(90)
    case .longitude: Self.bounds(180)
    case .time, .localTime: [JSONValue.Field(name: "format", value: .text("date-time"))]
    }
  }

  private static func bounds(_ limit: Int) -> [JSONValue.Field] {
    [
      JSONValue.Field(name: "minimum", value: .integer(-limit)),
      JSONValue.Field(name: "maximum", value: .integer(limit)),
    ]
  }
}

extension DocumentShape {
  /// The JSON Schema of the document.
  ///
  /// - Source: https://json-schema.org/draft/2020-12
  package func jsonSchema(with added: AddedColumns = AddedColumns()) -> JSONValue {
    var required = [JSONValue.Field(name: "schema", value: .object(["const": .text(name)]))]
    required += groupedFields(of: main.schema(with: added).columns)
    required += members.filter { !$0.isOptional }.map { $0.field(with: added) }
    if let geometry { required.append(geometryField(geometry)) }
    let titles: [JSONValue.Field] = [
      .init(name: "$schema", value: .text("https://json-schema.org/draft/2020-12/schema")),
      .init(name: "title", value: .text(title)),
    ]
    let optional = members.filter(\.isOptional).map { $0.field(with: added) }
    return .object(titles + objectFields(required, optional: optional))
  }
}

extension DocumentShape.Member {
  fileprivate func field(with added: AddedColumns) -> JSONValue.Field {
    let schema = table.schema(with: added)
    return isObject ? rowField(name, schema) : rowsField(name, schema)
  }
}

private func geometryField(_ meaning: String) -> JSONValue.Field {
  JSONValue.Field(
    name: "geometry",
    value: .object(["description": .text(meaning), "type": .list([.text("object"), .text("null")])]))
}

/// A table as a field of the document.
private func rowsField(_ name: String, _ schema: TableSchema) -> JSONValue.Field {
  JSONValue.Field(
    name: name,
    value: .object([
      "description": .text(schema.meaning), "type": .text("array"),
      "items": objectSchema(schema.ownColumns.map { .init(name: $0.name, value: $0.jsonSchema) }),
    ]))
}

/// A table of one row as a field of the document.
private func rowField(_ name: String, _ schema: TableSchema) -> JSONValue.Field {
  let columns = schema.ownColumns.map { JSONValue.Field(name: $0.name, value: $0.jsonSchema) }
  let description = JSONValue.Field(name: "description", value: .text(schema.meaning))
  return JSONValue.Field(name: name, value: .object([description] + objectFields(columns)))
}

/// Columns at their places in the document, with groups as inner objects.
private func groupedFields(of columns: [ColumnSchema]) -> [JSONValue.Field] {
  var fields: [JSONValue.Field] = []
  var columns = columns[...]
  while let first = columns.first {
    guard let object = first.documentPath?.object else {
      fields.append(.init(name: first.name, value: first.jsonSchema))
      columns.removeFirst()
      continue
    }
    let group = columns.prefix { $0.documentPath?.object == object }
    columns = columns.dropFirst(group.count)
    let inner = group.map { JSONValue.Field(name: $0.documentPath?.key ?? $0.name, value: $0.jsonSchema) }
    fields.append(.init(name: object, value: objectSchema(inner)))
  }
  return fields
}

/// An object with all these fields and optionally others; later versions may add more.
private func objectSchema(_ fields: [JSONValue.Field], optional: [JSONValue.Field] = []) -> JSONValue {
  .object(objectFields(fields, optional: optional))
}

private func objectFields(_ fields: [JSONValue.Field], optional: [JSONValue.Field] = []) -> [JSONValue.Field] {
  [
    JSONValue.Field(name: "type", value: .text("object")),
    JSONValue.Field(name: "required", value: .list(fields.map { .text($0.name) })),
    JSONValue.Field(name: "properties", value: .object(fields + optional)),
  ]
}
