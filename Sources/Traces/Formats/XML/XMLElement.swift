internal import CLibXML2

/// The start tag of an element, as long as the parser is at it.
struct XMLElement: ~Escapable {
  let name: XMLName
  /// The local name as it is written, for names that ``XMLName`` does not hold.
  let spelled: Span<UInt8>
  let line: Int
  let attributes: XMLAttributes

  @_lifetime(copy spelled, copy attributes)
  init(name: XMLName, spelled: Span<UInt8>, line: Int, attributes: XMLAttributes) {
    self.name = name
    self.spelled = spelled
    self.line = line
    self.attributes = attributes
  }
}

/// The attributes of an element, in the memory of libxml2.
@safe
struct XMLAttributes: ~Escapable {
  private let list: UnsafePointer<UnsafePointer<xmlChar>?>?
  private let count: Int
  private let names: XMLNames

  /// - Parameter list: for each attribute its local name, prefix, namespace, and the begin and end of its value.
  @unsafe @_lifetime(immortal)
  init(_ list: UnsafePointer<UnsafePointer<xmlChar>?>?, count: Int, names: XMLNames) {
    unsafe self.list = list
    self.count = count
    self.names = names
  }

  @inline(__always)
  func forEach(_ body: (XMLName, Span<UInt8>) -> Void) {
    guard let list = unsafe list else { return }
    for index in 0..<count {
      let attribute = unsafe list + 5 * index
      guard let name = unsafe attribute[0], let begin = unsafe attribute[3], let end = unsafe attribute[4] else {
        continue
      }
      unsafe body(names.entry(name).name, Span(_unsafeStart: begin, count: end - begin))
    }
  }
}

/// The names that a parser met last. libxml2 keeps each name of a document once: equal addresses are equal names.
@safe
final class XMLNames {
  struct Entry {
    fileprivate var address: UInt = 0
    var name = XMLName.other
    var length = 0
  }

  private static let count = 16
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: XMLNames.count)

  init() { unsafe entries.initialize(repeating: Entry(), count: Self.count) }

  deinit { unsafe entries.deallocate() }

  @inline(__always)
  func entry(_ spelled: UnsafePointer<xmlChar>) -> Entry {
    let address = UInt(bitPattern: spelled)
    let slot = Int((address >> 2 ^ address >> 6) % UInt(Self.count))
    if unsafe entries[slot].address != address { unsafe entries[slot] = Self.entry(spelled, address) }
    return unsafe entries[slot]
  }

  @inline(never)
  private static func entry(_ spelled: UnsafePointer<xmlChar>, _ address: UInt) -> Entry {
    let length = unsafe Int(xmlStrlen(spelled))
    return unsafe Entry(address: address, name: XMLName(Span(_unsafeStart: spelled, count: length)), length: length)
  }
}
