package import Records

extension TraceSummary {
  /// The JSON Schema of ``jsonLine``.
  package static var jsonSchema: JSONValue { schema.document(title: "A file of traces, as tracemill inspect reads it") }

  private static let schema = JSONSchema.object([
    .init("file", .text, "Path of the file as given; `-` for standard input."),
    .init("format", .text, "Format of the file; absent if it could not be read.", isRequired: false),
    .init("version", .text, "Version of GPX.", isRequired: false),
    .init("delimiter", .text, "What separates the fields of CSV.", isRequired: false),
    .init("header", .flag, "Whether CSV has a header.", isRequired: false),
    .init("columns", .map(.integer), "Number of the column, from 1, by what it means.", isRequired: false),
    .init("unused_columns", .list(.text), "Columns that are not read.", isRequired: false),
    .init(
      "doubtful_columns", .list(.text), "Columns that are not read, though their names might matter.", isRequired: false
    ),
    .init("validity_columns", .list(.text), "Columns that say whether a position is good.", isRequired: false),
    .init("coordinates", .text, "How places are written.", isRequired: false),
    .init("time_format", .text, "How times are written.", isRequired: false),
    .init("local_times", .flag, "Whether times are local, without an offset.", isRequired: false),
    .init("heading_form", .text, "How courses are written; absent for degrees.", isRequired: false),
    .init("speed_unit", .text, "Unit of the speeds.", isRequired: false),
    .init("speed_unit_source", .text, "How the unit is known.", isRequired: false),
    .init("traces", .integer, "Number of traces."), .init("fixes", .integer, "Number of records."),
    .init("refused_fixes", .map(.integer), "Numbers of refused records by reason."),
    .init("notices", .map(.integer), "Numbers of other notices by code."),
    .init("trips", .integer, "Number of parts, with `--split`.", isRequired: false),
    .init("cuts", .map(.integer), "Numbers of cuts by rule, with `--split`.", isRequired: false),
    .init("begin_time", .time, "Time of the first usable record; absent without times.", isRequired: false),
    .init("end_time", .time, "Time of the last usable record; absent without times.", isRequired: false),
    .init("bbox", .list(.number), "West, south, east, north in degrees; absent without places.", isRequired: false),
    .init("median_period_s", .number, "Median time between two records, in seconds.", isRequired: false),
  ])
}
