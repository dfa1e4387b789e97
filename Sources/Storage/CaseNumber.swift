/// The number of a case in the order of its declaration, from 0, for enumerations whose cases have no values.
///
/// A case is stored as this number. `allCases.firstIndex(of:)` compares it with all others.
@inlinable @inline(__always)
package func caseNumber<Case: CaseIterable>(of value: Case) -> Int {
  precondition(MemoryLayout<Case>.size <= 1, "a case has a value, or there are too many")
  return unsafe withUnsafeBytes(of: value) { bytes in unsafe bytes.isEmpty ? 0 : Int(bytes[0]) }
}
