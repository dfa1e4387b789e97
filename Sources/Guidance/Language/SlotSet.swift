internal import Storage

/// The placeholders of one kind of texts. Raw values are their names in the file of a language.
protocol TemplateSlot: RawRepresentable<String>, CaseIterable, Sendable where AllCases == [Self] {}

/// Some of the placeholders of one kind.
///
/// Not a `Set`: for the first set of each type of elements the runtime looks through all conformances of the program,
/// 410,000 instructions.
struct SlotSet<Slot>: Equatable, Sendable {
  /// Bit *i* for case *i*.
  let bits: UInt32

  var isEmpty: Bool { bits == 0 }

  func isSubset(of other: SlotSet) -> Bool { subtracting(other).isEmpty }
  func subtracting(_ other: SlotSet) -> SlotSet { SlotSet(bits: bits & ~other.bits) }
}

extension SlotSet: ExpressibleByArrayLiteral where Slot: TemplateSlot {
  init(arrayLiteral slots: Slot...) {
    self.init(bits: slots.reduce(0) { $0 | 1 << UInt32(caseNumber(of: $1)) })
  }

  func contains(_ slot: Slot) -> Bool { bits >> UInt32(caseNumber(of: slot)) & 1 == 1 }

  /// The names, in alphabetical order.
  var names: [String] { Slot.allCases.filter { contains($0) }.map(\.rawValue).sorted() }
}

/// A value for each case of an enumeration whose cases have no values.
///
/// Not a dictionary, for the same reason as ``SlotSet``.
struct CaseTable<Key, Value: Sendable>: Sendable {
  /// In the order of the cases.
  private let values: [Value]
}

extension CaseTable where Key: CaseIterable {
  init<Fault: Error>(_ value: (Key) throws(Fault) -> Value) throws(Fault) {
    var values: [Value] = []
    for key in Key.allCases { values.append(try value(key)) }
    self.init(values: values)
  }

  subscript(key: Key) -> Value { values[caseNumber(of: key)] }
}
