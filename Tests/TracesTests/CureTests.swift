import Geodesy
import Moments
import Records
import Testing

@testable import Traces

/// A file that would be misread is refused; its sentence names a cure, and the cure, followed on the same file, reads it.
private struct Ailment: Sendable, CustomTestStringConvertible {
  let name: String
  var path = "van.csv"
  let text: String
  /// The reason of the refusal, and what its sentence says.
  let reason: String
  let sentence: String
  let cure: @Sendable (inout TraceReadingSettings) throws -> Void
  /// The first row with the cure.
  let row: String

  var testDescription: String { name }
}

private func table(_ header: String, _ rows: String...) -> String { ([header] + rows).joined(separator: "\n") + "\n" }

private let ailments: [Ailment] = [
  Ailment(
    name: "FIT's names", text: table("time,position_lat,position_long", "2026-01-01T00:00:00Z,560731855,113576900"),
    reason: "coordinates_unknown", sentence: "--csv coordinates=semicircles, or --csv coordinates=e7",
    cure: { $0.coordinates = .semicircles }, row: "2026-01-01T00:00:00Z 47.0000011 9.5199058"),
  Ailment(
    name: "FIT's names with 10⁻⁷ degrees",
    text: table("time,position_lat,position_long", "2026-01-01T00:00:00Z,470000000,95000000"),
    reason: "coordinates_unknown", sentence: "--csv coordinates=e7 for 10⁻⁷ degrees",
    cure: { $0.coordinates = .scaled(-7) },
    row: "2026-01-01T00:00:00Z 47.0000000 9.5000000"),
  Ailment(
    name: "semicircles by name",
    text: table(
      "Date time,lat [semicircles],lon [semicircles]", "2026-01-01 00:00:00,560731855,113576900",
      "2026-01-01 00:00:05,560731855,113576900"),
    reason: "coordinates_unknown", sentence: "--csv coordinates=semicircles", cure: { $0.coordinates = .semicircles },
    row: "2026-01-01T00:00:00Z 47.0000011 9.5199058"),
  Ailment(
    name: "seconds of FIT", text: table("time,lat_semicircles,lon_semicircles", "1136073600,560731855,113576900"),
    reason: "times_unknown", sentence: "--csv time-format='s since 1989-12-31'",
    cure: { $0.timeFormat = try TimeFormat("s since 1989-12-31") }, row: "2025-12-31T00:00:00Z 47.0000011 9.5199058"),
  Ailment(
    name: "ticks of .NET",
    text: table("time,lat,lon", "639028224000000000,47,9.5", "639028224050000000,47,9.5001"),
    reason: "times_unknown", sentence: "--csv time-format='ticks since 0001-01-01'",
    cure: { $0.timeFormat = try TimeFormat("ticks since 0001-01-01") }, row: "2026-01-01T00:00:00Z 47.0000000 9.5000000"
  ),
  Ailment(
    name: "hits of a search", path: "hits.json",
    text:
      #"{"took":3,"hits":{"total":2,"hits":[{"_id":"1","_source":{"time":"2026-01-01T00:00:00Z","lat":47,"lon":9.5}}]}}"#,
    reason: "columns_unknown", sentence: "--items hits.hits._source", cure: { $0.items = ["hits", "hits", "_source"] },
    row: "2026-01-01T00:00:00Z 47.0000000 9.5000000"),
  Ailment(
    name: "unknown names", text: table("when,haut,bas", "2026-01-01T00:00:00Z,47,9.5"), reason: "columns_unknown",
    sentence: "--columns lat=NAME,lon=NAME",
    cure: {
      $0.columns.byColumn[.latitude] = .name("haut")
      $0.columns.byColumn[.longitude] = .name("bas")
    }, row: "2026-01-01T00:00:00Z 47.0000000 9.5000000"),
  Ailment(
    name: "days or months", text: table("time,lat,lon", "04/05/2026 07:00:00,47,9.5"), reason: "times_unknown",
    sentence: "--csv time-format=dmy or mdy", cure: { $0.timeFormat = .dayFirst },
    row: "2026-05-04T07:00:00Z 47.0000000 9.5000000"),
]

@Suite struct `A cure that a sentence names` {
  @Test(arguments: ailments)
  fileprivate func `reads the file that was refused`(ailment: Ailment) throws {
    var settings = TraceReadingSettings()
    if ailment.name == "seconds of FIT" { settings.coordinates = .semicircles }
    let refused = ReadFile(ailment.text, as: ailment.path, settings)
    #expect(refused.fixes.isEmpty && refused.refusals.first?.reason == ailment.reason, "\(refused.complaints)")
    #expect(refused.refusals.first?.message.contains(ailment.sentence) == true, "\(refused.complaints)")
    try ailment.cure(&settings)
    let read = ReadFile(ailment.text, as: ailment.path, settings)
    let fix = try #require(read.fixes.first, "\(read.complaints)")
    let place = try #require(fix.place)
    #expect(
      "\(fix.time?.iso8601 ?? "") \(written(place.latitudeE7)) \(written(place.longitudeE7))" == ailment.row)
  }

  private func written(_ e7: some BinaryInteger) -> String {
    let digits = String(e7)
    return digits.dropLast(7) + "." + digits.suffix(7)
  }

  @Test(arguments: [
    ("van.csv", "time,lat_rad,lon_rad\n2026-01-01T00:00:00Z,0.822,0.166\n", "multiply latitude and longitude by 57.29"),
    ("van.csv", "time,geohash\n2026-01-01T00:00:00Z,u0r4yq2\n", "codes of cells"),
    ("van.csv", "time,mgrs\n2026-01-01T00:00:00Z,32TNT1234567890\n", "codes of cells"),
    ("van.csv", "time,easting,northing\n2026-01-01T00:00:00Z,500000,5200000\n", "metres of a projection"),
    (
      "van.csv", "time,geom\n2026-01-01T00:00:00Z,0101000020110F00009A9999999999234000000000008C4740\n",
      "ST_AsText(ST_Transform(…, 4326))"
    ),
    ("van.csv", "time,geom\n2026-01-01T00:00:00Z,\"LINESTRING (9.5 47, 9.6 47)\"\n", "lines or areas"),
    (
      "fcd.xml",
      "<fcd-export><timestep time=\"0\"><vehicle id=\"v\" x=\"9.50\" y=\"47.50\"/></timestep></fcd-export>",
      "--fcd-output.geo"
    ),
    ("siri.xml", "<Siri xmlns=\"http://www.siri.org.uk/siri\"><ServiceDelivery/></Siri>", "SIRI"),
  ])
  func `is none where no option reads the file, and the sentence says what it is`(
    path: String, text: String, sentence: String
  ) {
    let file = ReadFile(text, as: path)
    #expect(file.fixes.isEmpty && file.refusals.first?.message.contains(sentence) == true, "\(file.complaints)")
    #expect(file.refusals.allSatisfy { !$0.message.contains("--columns lat") }, "\(file.complaints)")
  }

  @Test func `is no trap: radians are refused also where somebody names them as degrees`() {
    var settings = TraceReadingSettings()
    settings.columns.byColumn = [.latitude: .name("lat_rad"), .longitude: .name("lon_rad")]
    let file = ReadFile("time,lat_rad,lon_rad\n2026-01-01T00:00:00Z,0.822,0.166\n", as: "van.csv", settings)
    #expect(file.fixes.isEmpty && file.refusals.map(\.reason) == ["coordinates_unknown"], "\(file.complaints)")
  }

  @Test func `points of PostGIS as psql writes them are read`() {
    let text = "time,geom\n2026-01-01T00:00:00Z,\\x0101000020E6100000000000000000234000000000008C4740\n"
    #expect(ReadFile(text).rows == ["2026-01-01T00:00:00Z 47.09375 9.5"])
  }

  @Test func `times of other calendars that are not read are told`() {
    let file = ReadFile("year,doy,seconds,lat,lon\n2026,60,3600,47,9.5\n2026,60,3605,47,9.5001\n")
    #expect(
      file.counts["times_not_read"] == 1 && file.complaints.contains { $0.contains("write dates in their place") })
  }
}
