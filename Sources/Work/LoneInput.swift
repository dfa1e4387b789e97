internal import Reports

/// The inputs of a run. Where an output has room for only one trip or request, the second one is refused, if it comes
/// soon, before any work on the first.
struct LoneInput<Input> {
  /// Refusals of records may come between the first input and the second; not all of them are kept in memory.
  private static var mostBundlesAhead: Int { 64 }

  /// Why there must not be a second; `nil` if there may be any number.
  private let refusal: ReportError?
  private let reportCount: (Input) -> Int
  private var ahead: ArraySlice<[Input]> = []
  private var count = 0

  init(refusal: ReportError?, reportCount: @escaping (Input) -> Int) {
    self.refusal = refusal
    self.reportCount = reportCount
  }

  /// Takes inputs until the end, the second trip or request, or a limit.
  mutating func lookAhead(_ next: () -> [Input]?) throws(ReportError) {
    guard refusal != nil else { return }
    while ahead.count < Self.mostBundlesAhead, let bundle = try checked(next()) { ahead.append(bundle) }
  }

  mutating func next(_ next: () -> [Input]?) throws(ReportError) -> [Input]? {
    if let bundle = ahead.popFirst() { return bundle }
    return try checked(next())
  }

  private mutating func checked(_ bundle: [Input]?) throws(ReportError) -> [Input]? {
    guard let refusal, let bundle else { return bundle }
    count += bundle.reduce(0) { $0 + reportCount($1) }
    if count > 1 { throw refusal }
    return bundle
  }
}
