import FoundationEssentials
import TestSupport
import Testing

@testable import Guidance

@Test func `the page about guidance lists the rules in the order in which they are asked`() throws {
  let text = try String(contentsOf: projectRoot.appending(path: "Documentation/Guidance.md"), encoding: .utf8)
  let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("The model") })
  let list = try #require(section.split(separator: "\n### ").first)
  let names = list.matches(of: /(?m)^\d+\. \*\*(.+?)\.\*\*/).map { String($0.1) }
  #expect(names == junctionRules.map(\.name))
}
