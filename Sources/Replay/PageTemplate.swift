internal import Foundation
internal import Records
internal import Reports

/// A page with a place for its title and one for its data.
struct PageTemplate {
  private let head: String
  private let tail: String

  /// - Parameter images: the servers from which the page may load pictures.
  init(_ name: String, style: String, script: String, images: [String] = []) {
    let page =
      PageFile.text(name).replacing("<!doctype html>\n", with: OutputFrame.beginningOfPage)
      .replacing("%CSP%", with: Self.policy(images: images))
      .replacing("%STYLE%", with: PageFile.text(style)).replacing("%SCRIPT%", with: script)
    let parts = page.split(separator: "%DATA%", maxSplits: 1, omittingEmptySubsequences: false)
    head = String(parts[0])
    tail = parts.count == 2 ? String(parts[1]) : ""
  }

  /// The text before the data, and the text behind it.
  func parts(title: String) -> (head: String, tail: String) {
    (head.replacing("%TITLE%", with: inXML(title)), tail)
  }

  /// What the page may load: nothing but what it holds, and pictures of the servers.
  private static func policy(images: [String]) -> String {
    let pictures = (["data:", "blob:"] + images).joined(separator: " ")
    return "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src \(pictures)"
  }

  private func inXML(_ text: String) -> String {
    var writer = ByteWriter()
    writer.xmlText(text)
    return String(decoding: writer.array, as: UTF8.self)
  }
}
