import Foundation
import Records
import TestSupport
import Testing

@testable import Traces

@Test(arguments: ReadingReason.allCases.map(\.rawValue) + FixReason.allCases.map(\.rawValue))
func `every reason of a refusal is explained in the documentation`(code: String) throws {
  let text = try String(contentsOf: projectRoot.appending(path: "Documentation/Tables.md"), encoding: .utf8)
  #expect(text.contains("\n| `\(code)` | "))
}
