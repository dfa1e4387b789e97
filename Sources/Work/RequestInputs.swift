package import Requests

/// The source of requests.
package enum RequestInput: Sendable {
  case some([Result<WrittenRequest, RequestRefusal>])
  /// `-` is standard input.
  case file(String)
  /// Routes to time again, at the departure of the settings.
  case routes([WrittenRoute])
}

/// Splits requests into bundles of a few milliseconds of work each.
package struct RequestInputs {
  private var some: ArraySlice<RequestWork.Item> = []
  private let requests: RequestFile?
  private static let requestsPerBundle = 16

  /// - Throws: ``RequestFileError`` if the file cannot be used at all.
  package init(_ input: RequestInput) throws(RequestFileError) {
    switch input {
    case .some(let written): (some, requests) = (written.map { .request($0) }[...], nil)
    case .file(let path): requests = try RequestFile(path: path)
    case .routes(let routes): (some, requests) = (routes.map { .route($0) }[...], nil)
    }
  }

  /// The file of the requests; `nil` for the command line.
  var file: RequestWork.File? { requests.map { RequestWork.File(path: $0.path, form: $0.form) } }

  package var files: [String] { file.map { [$0.path] } ?? [] }

  package mutating func next() -> [RequestWork.Item]? {
    if !some.isEmpty {
      defer { some = some.dropFirst(Self.requestsPerBundle) }
      return Array(some.prefix(Self.requestsPerBundle))
    }
    guard let requests, let file else { return nil }
    var bundle: [RequestWork.Item] = []
    while bundle.count < Self.requestsPerBundle, let line = requests.next() { bundle.append(.line(line, of: file)) }
    return bundle.isEmpty ? nil : bundle
  }
}
