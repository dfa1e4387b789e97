internal import Synchronization

/// A number of values, each of which is made when it is first needed.
package final class MadeOnce<Value: Sendable>: Sendable {
  /// `nil` where a value is not made yet.
  private let values: Mutex<[Value?]>

  init(count: Int) { values = Mutex(Array(repeating: nil, count: count)) }

  /// - Parameter make: may be called by several threads at a time; all get the value that is there first.
  func value(_ number: Int, _ make: () -> Value) -> Value {
    if let value = values.withLock({ $0[number] }) { return value }
    let made = make()
    return values.withLock { values in
      let value = values[number] ?? made
      values[number] = value
      return value
    }
  }
}
