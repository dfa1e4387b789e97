internal import Foundation

/// Whether this is a run of everything, as `make test-all` makes it: it sets `TRACEMILL_TEST_ALL`.
///
/// A test that is too long for each commit is enabled by it, and says so in the words of ``whyNotNow``.
package let isWholeRun = !(ProcessInfo.processInfo.environment["TRACEMILL_TEST_ALL"] ?? "").isEmpty

package let whyNotNow = "takes long; make test-all passes it"

/// So many rounds of a test at random: all of them in a whole run, otherwise the first of `few` equal parts.
package func rounds(_ count: Int, few: Int = 5) -> Range<Int> { 0..<(isWholeRun ? count : max(1, count / few)) }

/// All of some cases in a whole run, otherwise every `few`-th of them.
package func sample<Case>(_ cases: some Sequence<Case>, few: Int = 5) -> [Case] {
  isWholeRun ? Array(cases) : cases.enumerated().compactMap { $0.offset.isMultiple(of: few) ? $0.element : nil }
}
