internal import ArgumentParser
internal import Geodesy
internal import Knowledge
internal import Records
internal import Requests
internal import Settings
internal import Trips
internal import Work

/// What of trips is hidden in all outputs.
struct HidingOptions: ParsableArguments {
  static let keys = KeyedOption(
    "hide", "Hide in all outputs where trips begin and end, and who drove; needs key=.",
    [
      OptionKey(
        "ends", .text("500m"),
        "all that lies in a disc of this radius around each end of a trip; the end is off its middle, and the same place "
          + "always has the same disc"),
      OptionKey("stops", .text("10min"), "the same around stops at least as long; goes with ends"),
      OptionKey(
        "around", .text("file.geojson|file.csv"), "all that lies at these places, which are written as for --places"),
      OptionKey(flag: "ids", "names in place of the ids of trips, traces, vehicles and files"),
      OptionKey("times", .text("1min"), "times are multiples of it, and each trip is moved to begin at one"),
      OptionKey(
        "key", .text("file"), "a secret file of random bytes, which decides discs and names; always the same one"),
    ])

  @Option(name: .customLong("hide"), help: keys.argumentHelp, completion: keys.completion)
  var given: [String] = []

  private var values: KeyValues { Self.keys.checked(given) }

  /// The keys that were given.
  var text: String { values.text }
  var isGiven: Bool { !values.isEmpty }
  var hidesIDs: Bool { values.has("ids") }
  /// The files that the option names.
  var files: [String?] { [values["around"], values["key"]] }

  /// The keys that were given, for the manifest: in place of the path of the key a name for it, which tells two keys
  /// apart.
  func options(_ hiding: Hiding) -> [String: String] {
    guard isGiven else { return [:] }
    let keys = values
    let shown = Self.keys.keys.filter { $0.name != "key" && keys.has($0.name) }.map { key in
      key.value == .flag ? key.name : "\(key.name)=\(keys[key.name] ?? "")"
    }
    return ["hide": (shown + (hiding.keyName.map { ["key=\($0)"] } ?? [])).joined(separator: ",")]
  }

  func validate() throws {
    let keys = try Self.keys.values(given)
    guard !keys.isEmpty else { return }
    for name in ["ends", "around", "ids"] where keys.has(name) && !keys.has("key") {
      throw ValidationError(
        "--hide \(name) needs key=FILE, a secret that is the same in every run. Make it once, and keep it: (umask 077; "
          + "head -c 32 /dev/urandom | base64 > key)")
    }
    if keys.has("stops"), !keys.has("ends") { throw ValidationError("stops of --hide goes with ends; add ends=500m.") }
    if let text = keys["ends"], Self.radius(text) == nil {
      throw ValidationError("ends of --hide is a length of 100m to 10km such as 500m, not \(text).")
    }
    if let text = keys["stops"], SplitSettings.seconds(of: text) == nil {
      throw ValidationError("stops of --hide is a time such as 10min, not \(text).")
    }
    if let text = keys["times"], Self.timeStep(text) == nil {
      throw ValidationError("times of --hide is a time of 1s to 1d such as 1min, not \(text).")
    }
    if keys.count == (keys.has("key") ? 1 : 0) {
      throw ValidationError("--hide says what to hide: ends=500m, around=FILE, ids or times=1min.")
    }
  }

  /// - Parameter isAdding: the run adds to the files of the folder.
  /// - Throws: ``Failure`` if reports of an earlier run that hide something else would stay beside those of this one.
  func check(_ claim: OutputClaim, _ hiding: Hiding, isAdding: Bool = false) throws {
    guard isGiven, let other = claim.earlier.other(than: options(hiding)["hide"], isAdding: isAdding) else { return }
    throw Failure(
      exit: .unwritableOutput,
      description:
        "\(other) is of an earlier run that did not hide the same, and would stay in the folder. Name another "
        + "folder with -o, or remove it first.")
  }

  /// Says how many trips are left out whole.
  func summarise(_ counts: RunCounts, _ console: Console) {
    guard counts.hiddenTrips > 0 else { return }
    console.inform("hidden: \(counts.hiddenTrips) whole trips, which lie where --hide hides")
  }

  /// A length with its unit.
  private static func radius(_ text: String) -> Metres? {
    let isInKilometres = text.hasSuffix("km")
    guard text.hasSuffix("m"), let number = Double(text.dropLast(isInKilometres ? 2 : 1)) else { return nil }
    let radius = isInKilometres ? 1000 * number : number
    return (100...10_000).contains(radius) ? radius : nil
  }

  /// In milliseconds.
  private static func timeStep(_ text: String) -> Int64? {
    guard let seconds = SplitSettings.seconds(of: text), (1...86_400).contains(seconds) else { return nil }
    return Int64((1000 * seconds).rounded())
  }

  /// - Throws: ``Failure`` if the key or the places cannot be read.
  func hiding() throws -> Hiding {
    let keys = values
    var hiding = Hiding()
    hiding.timeStep = keys["times"].flatMap(Self.timeStep)
    if let path = keys["key"] {
      let key = try failing(.unreadableInput) { try PrivacyKey(path: path) }
      hiding.keyName = String(key.name(for: "key").prefix(8))
      let radius = keys["ends"].flatMap(Self.radius)
      if let radius { hiding.ends = EndDiscs(radius: radius, key: key) }
      if keys.has("ids") { hiding.names = key }
      if let file = keys["around"] {
        hiding.hide(try sites(in: file), EndDiscs(radius: radius ?? Hiding.usualRadius, key: key))
      }
    }
    hiding.leastStop = keys["stops"].flatMap(SplitSettings.seconds)
    return hiding
  }

  /// A place that cannot be read would not be hidden, so there must be none.
  private func sites(in path: String) throws -> [Site] {
    let file = try failing(.unreadableInput) { try SiteFile(path: path) }
    if let refusal = file.refusals.first {
      throw Failure(
        exit: .unreadableInput, description: "\(refusal.description) It would not be hidden; correct it, or remove it.")
    }
    guard !file.sites.isEmpty else {
      throw Failure(exit: .unreadableInput, description: "\(path): there is no place in it")
    }
    return file.sites
  }
}
