import Downloads
import TestSupport
import Testing

@Suite struct `The address of a server` {
  @Test(arguments: [
    ("https://maps.example/", "europe/x.osm.pbf", "https://maps.example/europe/x.osm.pbf"),
    ("https://maps.example", "x", "https://maps.example/x"),
    ("HTTPS://maps.example", "x", "HTTPS://maps.example/x"),
    ("https://maps.example/index-v1.json", "x", "https://maps.example/x"),
    ("https://maps.example/maps/index-v1.json", "a/./b/../x", "https://maps.example/maps/a/x"),
    ("https://maps.example:8443/maps", "a/../x", "https://maps.example:8443/maps/x"),
    ("https://maps.example/maps", "Köln und Bonn.pbf", "https://maps.example/maps/K%C3%B6ln%20und%20Bonn.pbf"),
    ("https://maps.example/maps", "a%20b", "https://maps.example/maps/a%20b"),
    ("https://maps.example/maps", "x?when=../..", "https://maps.example/maps/x?when=../.."),
    ("https://maps.example/maps", "https://other.example/y", "https://other.example/y"),
    ("http://maps.example/maps", "http://other.example/y", "http://other.example/y"),
    ("http://maps.example/maps", "https://other.example/y", "https://other.example/y"),
  ]) func `leads to its files`(server: String, reference: String, address: String) throws {
    #expect(try Server(server).address(of: reference) == .web(address))
  }

  @Test(arguments: [
    "..", "../x", "a/../../x", "%2e%2e/x", "a/%2E%2E/../x", "/etc/passwd", "a/b%2f..%2f..%2fx", "", ".", "a\\..\\x",
    "a\nb", "%00",
  ])
  func `never leads out of its folder`(reference: String) throws {
    let folder = try TemporaryFolder()
    for text in ["https://maps.example/maps", "https://maps.example", folder.path] {
      let server = try Server(text)
      #expect(throws: DownloadError.outside(reference: reference, server: server.description)) {
        try server.address(of: reference)
      }
    }
  }

  @Test(arguments: [
    "ftp://maps.example/x", "file:///etc/passwd", "//other.example/x", "gopher:x", "http://other.example/x",
  ]) func `leads to https only, and to http from http`(reference: String) throws {
    let server = try Server("https://maps.example/maps/")
    #expect(throws: DownloadError.forbidden(reference, from: "https://maps.example/maps/")) {
      try server.address(of: reference)
    }
  }

  @Test func `may be a folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("index-v1.json", "{}")
    for text in [folder.path, folder.path + "/", folder.path("index-v1.json"), "file://" + folder.path] {
      #expect(try Server(text).address(of: "a%20b/x") == .file(folder.path("a b/x")))
      #expect(try Server(text).isOnDisk)
    }
  }

  @Test(arguments: [
    ("", "it is empty"), ("ftp://maps.example", "only http, https and file can be read"),
    ("https:///maps", "it names no host"), ("https://", "it names no host"),
    ("https://maps.example/a b", "it has a blank or a backslash"), ("https://maps.example/?a", "it has a ? or #"),
    ("/nowhere/at/all", "there is no such folder"), ("maps.example", "there is no such folder"),
    ("file://relative/x", "a path behind file:// begins with /"), ("/tmp\n", "it has a line break or a zero byte"),
  ]) func `is refused with the reason`(text: String, reason: String) {
    #expect(throws: DownloadError.badServer(text, reason: reason)) { try Server(text) }
  }

  @Test(arguments: [
    "http://kim:se/cret@maps.example/x", "http://kim:se#cret@maps.example", "https://kim:s?e@c@maps.example",
    "ftp://kim:secret@maps.example", "kim:secret@maps.example/x", "https://kim:se cret@maps.example",
    "https:/kim:secret@maps.example", "http://kim:12/cret@maps.example", "https://kim:/cret@maps.example/x",
    "https://kim:secret@/x", "https://kim:secret@maps.example:x/",
  ]) func `that is refused is told without its password as well`(text: String) throws {
    let error = #expect(throws: DownloadError.self) { try Server(text) }
    let sentence = error?.description ?? ""
    #expect(sentence.contains("is no server") && !sentence.contains("cret") && !sentence.contains("kim"), "\(sentence)")
  }

  @Test(arguments: [
    ("https://kim:secret@maps.example/x: no", "https://maps.example/x: no"),
    ("\"http://a:b@c\" and (https://d:e@f@g)", "\"http://c\" and (https://g)"),
    ("http://kim:12/ss@maps.example: no", "http://maps.example: no"), ("see http://a:8080/x.", "see http://a:8080/x."),
    ("https://maps.example/@kim, a@b", "https://maps.example/@kim, a@b"), ("a@b", "a@b"), ("", ""),
  ]) func `has no password in a text for people`(text: String, told: String) {
    #expect(withoutCredentials(inText: text) == told)
  }

  @Test(arguments: ["http://[::1]:80/x", "http://[::1]/x", "http://kim:a%2Fb@[::1]:8080", "http://maps.example:/x"])
  func `may have a port`(text: String) throws { _ = try Server(text) }

  @Test func `is told without its password`() throws {
    let server = try Server("https://kim:secret@maps.example/maps")
    #expect(server.description == "https://maps.example/maps/")
    let address = try server.address(of: "x")
    #expect(address == .web("https://kim:secret@maps.example/maps/x"))
    #expect(address.description == "https://maps.example/maps/x")
  }
}
