internal import Foundation
package func tune(_ name: String, _ value: Double) -> Double {
  ProcessInfo.processInfo.environment["TM_" + name].flatMap(Double.init) ?? value
}
