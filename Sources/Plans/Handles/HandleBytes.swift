private import FoundationEssentials
internal import RoadGraph
internal import RoadRules
internal import Routing

/// The bytes of a handle, read from the front.
struct HandleBytes {
  let format: UInt8
  let mapVersion: String
  private var rest: ArraySlice<UInt8>

  init(_ handle: RouteHandle) throws(RouteHandleError) {
    guard let data = Data(base64Encoded: handle.base64), let format = data.first,
      [RouteHandle.format, RouteHandle.formatWithoutLines].contains(format)
    else { throw .notAHandle }
    let body = [UInt8](data.dropLast(RouteHandle.checksumSize))
    guard body.count > 9, RouteHandle.checksum(of: body) == Array(data.suffix(RouteHandle.checksumSize)) else {
      throw .damaged
    }
    self.format = format
    mapVersion = body[1...8].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    rest = body[9...]
  }

  var count: Int { rest.count }

  mutating func options() throws(RouteHandleError) -> RouteOptions {
    var options = RouteOptions()
    guard let mode = TravelMode(rawValue: UInt8(try number(upTo: 255))) else { throw .damaged }
    options.mode = mode
    options.optimisation = Optimisation.allCases[try number(upTo: Optimisation.allCases.count - 1)]
    options.avoid = AvoidedFeatures(rawValue: UInt16(try number(upTo: Int(UInt16.max))))
    if format == RouteHandle.format { options.vehicle = try vehicle() }
    return options
  }

  private mutating func vehicle() throws(RouteHandleError) -> Vehicle {
    var vehicle = Vehicle()
    let given = try number(upTo: Int(UInt8.max))
    for (measure, bit) in VehicleBits.measures where given & bit != 0 {
      vehicle[measure] = Double(try number(upTo: .max)) / 1000
    }
    if given & (VehicleBits.hazardous | VehicleBits.harmless) != 0 {
      vehicle.isHazardous = given & VehicleBits.hazardous != 0
    }
    return vehicle
  }

  mutating func number(upTo most: Int) throws(RouteHandleError) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      guard let byte = rest.popFirst() else { throw .damaged }
      value |= Int(byte & 0x7F) << shift
      guard byte >= 0x80 else {
        guard value <= most else { throw .damaged }
        return value
      }
    }
    throw .damaged
  }

  mutating func signedNumber() throws(RouteHandleError) -> Int {
    let value = try number(upTo: .max)
    return value % 2 == 0 ? value / 2 : -(value + 1) / 2
  }
}

/// The bits that say what a handle holds of a vehicle. Handles are kept for years, so no bit changes its meaning.
enum VehicleBits {
  /// In the order in which their values follow.
  static let measures: [(measure: Vehicle.Measure, bit: Int)] = [
    (.height, 1), (.width, 1 << 1), (.length, 1 << 2), (.weight, 1 << 3), (.axleLoad, 1 << 4),
  ]
  /// Carries dangerous goods.
  static let hazardous = 1 << 5
  /// Is said to carry none.
  static let harmless = 1 << 6
}

extension RouteHandle {
  /// The text in the alphabet and with the padding that Foundation reads.
  fileprivate var base64: Data {
    var bytes = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    while bytes.count % 4 != 0 { bytes.append(UInt8(ascii: "=")) }
    return Data(bytes)
  }
}
