import Foundation
import TestSupport
import Testing

@testable import Knowledge

@Suite("What is published")
struct PublicationTests {
  private let key: PrivacyKey
  private let rule = PublicSupport(vehicles: 3)

  init() throws { key = try PrivacyKey(Array("the key of a fleet".utf8)) }

  private func row(_ vehicles: ClosedRange<Int>, hours: Range<Int>? = nil, _ content: String, most: Int = 1)
    -> PublicRow
  {
    var sketch = VehicleSketch()
    for vehicle in vehicles { sketch.insert("van-\(vehicle)", by: key) }
    let count = vehicles.count
    return PublicRow(
      subject: "speeds 7", hours: hours.map { WeekHours(days: 0, hours: $0) },
      support: Support(passages: count, trips: count, vehicles: count, mostOfOne: most), vehicles: sketch,
      content: content)
  }

  @Test("A row on too few vehicles, or mostly on one, is withheld")
  func few() {
    var publication = Publication()
    #expect(publication.publish([row(1...2, "a")], by: rule).withheld == 1)
    #expect(publication.publish([row(1...4, "a", most: 3)], by: rule).withheld == 1)
    #expect(publication.rows.isEmpty)
    #expect(publication.publish([row(1...3, "a")], by: rule) == Publication.Counts(added: 1))
  }

  @Test("A row is renewed when as many vehicles are new in it as it needs, and not before")
  func renewal() {
    var publication = Publication()
    _ = publication.publish([row(1...5, "a")], by: rule)
    #expect(publication.publish([row(1...7, "b")], by: rule) == Publication.Counts(kept: 1))
    #expect(publication.rows.map(\.content) == ["a"])
    #expect(publication.publish([row(1...8, "c")], by: rule) == Publication.Counts(renewed: 1))
    #expect(publication.rows.map(\.content) == ["c"])
  }

  @Test("Forgetting somebody changes no published row, and neither does a row that is gone")
  func forgetting() {
    var publication = Publication()
    _ = publication.publish([row(1...5, "a")], by: rule)
    _ = publication.publish([row(2...5, "b")], by: rule)
    #expect(publication.rows.map(\.content) == ["a"])
    _ = publication.publish([], by: rule)
    #expect(publication.rows.map(\.content) == ["a"])
  }

  @Test("A row with other hours takes the place of all that it overlaps, or of none")
  func hours() {
    var publication = Publication()
    _ = publication.publish([row(1...5, hours: 7..<9, "a"), row(1...5, hours: 9..<12, "b")], by: rule)
    _ = publication.publish([row(1...6, hours: 8..<12, "c")], by: rule)
    #expect(publication.rows.map(\.content) == ["a", "b"])
    _ = publication.publish([row(1...8, hours: 8..<12, "d")], by: rule)
    #expect(publication.rows.map(\.content) == ["d"])
  }

  @Test("Of large sets as many are said to be new as surely are")
  func samples() {
    var (old, new) = (VehicleSketch(), VehicleSketch())
    for number in 0..<1000 { old.insert("van-\(number)", by: key) }
    for number in 0..<1200 { new.insert("van-\(number)", by: key) }
    #expect(old.hashes.count == VehicleSketch.size && old.isSample)
    let sure = new.surelyNew(besides: old)
    #expect(sure > 0 && sure <= 200)
    #expect(old.surelyNew(besides: new) == 0)
    var merged = new
    merged.merge(old)
    #expect(merged == new)
  }

  @Test("Counts are told in classes")
  func classes() {
    #expect(
      [3, 5, 6, 10, 11, 20, 21, 50, 51, 100, 101, 200, 201, 501].map(rule.classOf) == [
        "3-5", "3-5", "6-10", "6-10", "11-20", "11-20", "21-50", "21-50", "51-100", "51-100", "101-200", "101-200",
        "201-500", "501-1000",
      ])
    #expect(PublicSupport(vehicles: 5).classOf(5) == "5")
  }

  @Test("The record comes back as it was written, for its owner alone, and a damaged one is refused")
  func record() throws {
    let folder = try TemporaryFolder()
    var publication = Publication()
    _ = publication.publish([row(1...5, hours: 7..<9, "a,1"), row(1...90, hours: 9..<12, "b")], by: rule)
    let path = folder.path("published")
    try publication.write(to: path)
    #expect(try Publication(path: path).rows == publication.rows)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let text = try folder.text("published")
    for length in stride(from: 1, to: text.utf8.count, by: 7) {
      try folder.write("cut", String(text.prefix(length)))
      #expect(throws: PrivacyError.self) { try Publication(path: folder.path("cut")) }
    }
    #expect(try Publication(path: folder.path("none")).rows.isEmpty)
  }
}
