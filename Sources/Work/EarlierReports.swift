internal import Reports
internal import Storage

/// Distinguishes the reports of earlier runs from traces in the same folders.
///
/// A file is a report if the manifest of its folder lists it, or if it begins like a report.
package final class EarlierReports {
  private var manifests: [String: FolderManifest?] = [:]
  /// The files that were checked and are reports.
  package private(set) var found: [String] = []

  package init() {}

  package func contain(_ path: String) -> Bool {
    guard isEarlierReport(path) else { return false }
    found.append(path)
    return true
  }

  private func isEarlierReport(_ path: String) -> Bool {
    if let entry = manifest(besides: path)?.entry(of: path) { return !entry.holdsTraces }
    return isReport(at: path)
  }

  private func manifest(besides path: String) -> FolderManifest? {
    let folder = folderPath(of: path)
    if let known = manifests[folder] { return known }
    let manifest = FolderManifest(of: folder)
    manifests[folder] = .some(manifest)
    return manifest
  }
}
