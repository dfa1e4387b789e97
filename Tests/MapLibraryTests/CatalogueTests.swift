import Downloads
import RoadGraph
import Storage
import TestSupport
import Testing

@testable import MapLibrary

@Suite("The catalogue of a library")
struct CatalogueTests {
  func catalogue() -> Catalogue {
    var region = InstalledRegion(
      id: "us/ohio", extract: "extracts/us/ohio-1.osm.pbf", extractSize: 9, extractChecksum: .max)
    region.serverMD5 = "d41d8cd98f00b204e9800998ecf8427e"
    region.sequence = 12
    region.pending = [PendingChange(sequence: 12, file: "changes/us/ohio/12.osc.gz", size: 3)]
    var ohio = InstalledPackage(id: "us/ohio", regions: [region])
    (ohio.map, ohio.mapVersion, ohio.mapSize) = ("maps/us/ohio-1.tmg", "0123456789abcdef", 77)
    ohio.footprint = "maps/us/ohio-1.footprint"
    (ohio.groups, ohio.chosenGroups) = ([.lanes, .hierarchy], [])
    let version = ReleaseVersion("2026-11-01T00:00:00Z")
    return Catalogue(server: "https://example.org", version: version, packages: [ohio])
  }

  @Test("A catalogue that is written reads the same")
  func written() throws {
    let catalogue = catalogue()
    #expect(try Catalogue(parsing: catalogue.text, path: "library.json") == catalogue)
    let empty = Catalogue(server: "/srv/maps")
    #expect(try Catalogue(parsing: empty.text, path: "library.json") == empty)
  }

  @Test("A password in the address of the server is neither kept nor read")
  func password() throws {
    var catalogue = catalogue()
    catalogue.server = try PackageServer("https://kim:secret@example.org/maps", downloader: Downloader()).name
    #expect(catalogue.server == "https://example.org/maps")
    let text = String(decoding: catalogue.text, as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("kim"))
    let older = text.replacing("https://example.org/maps", with: "https://kim:secret@example.org/maps")
    #expect(try Catalogue(parsing: Array(older.utf8), path: "library.json") == catalogue)
    #expect(Catalogue(server: "https://kim:secret@example.org").server == "https://example.org")
  }

  @Test("A cut or changed catalogue is an error and no crash")
  func damaged() {
    let text = catalogue().text
    for end in stride(from: 0, to: text.count - 2, by: 5) {
      #expect(throws: MapLibraryError.self) { try Catalogue(parsing: Array(text[..<end]), path: "library.json") }
    }
    let newer = String(decoding: text, as: UTF8.self).replacing("\"format\": 1", with: "\"format\": 2")
    let error = #expect(throws: MapLibraryError.self) {
      try Catalogue(parsing: Array(newer.utf8), path: "library.json")
    }
    #expect(error?.description.contains("update the program") == true)
  }

  @Test("The files that packages need are known, and all others go")
  func files() throws {
    let folder = try TemporaryFolder()
    let library = LibraryFolder(path: folder.path("library"))
    let catalogue = catalogue()
    let needed = catalogue.packages.flatMap(\.files)
    #expect(needed.count == 4)
    for name in needed + ["maps/us/ohio-0.tmg", "changes/x/1.osc.gz", "downloads/y/y-latest.osm.pbf.part"] {
      _ = try folder.write("library/" + name, name)
    }
    library.removeUnneeded(besides: catalogue)
    for name in needed + ["downloads/y/y-latest.osm.pbf.part"] { #expect(folder.exists("library/" + name)) }
    for name in ["maps/us/ohio-0.tmg", "changes/x/1.osc.gz"] { #expect(!folder.exists("library/" + name)) }
    #expect(library.downloadedBytes() == 33)
  }

  @Test("Only one process changes a library, and the other names it")
  func lock() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = LibraryFolder(path: temporary.path("library"))
    #expect(try folder.catalogue() == nil)
    let lock = try folder.lock(waiting: .none) { _ in }
    #expect(throws: MapLibraryError.self) { try folder.lock(waiting: .none) { _ in } }
    withExtendedLifetime(lock) {}
  }

  @Test(
    "Installed maps have names that are no paths",
    arguments: [
      ("ALPS", true), ("us/ohio", true), ("a-b_c.d", true), ("Île-de-France", true), ("", false), ("/etc", false),
      ("../x", false), ("a//b", false), ("city.tmg", false), ("a b", false), ("-x", false), (".x", false),
      ("installed", false),
    ])
  func names(_ name: String, _ isName: Bool) { #expect(isPackageName(name) == isName) }
}
