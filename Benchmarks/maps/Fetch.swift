import Downloads
import Foundation

/// `fetch SERVER REFERENCE [PATH]` brings a file to a path, or prints a document; the tests kill it and run it again.
///
/// Settings come from the environment, in seconds: `FETCH_STALL`, `FETCH_PATIENCE`, `FETCH_NAMES`, `FETCH_PAUSE`; `FETCH_MD5` is what the
/// file must have. Notices but those of progress go to standard error, the receipt to standard output.
@main
struct Fetch {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 || arguments.count == 3 else { end("usage: fetch SERVER REFERENCE [PATH]", code: 64) }
    do throws(DownloadError) {
      let address = try Server(arguments[0]).address(of: arguments[1])
      let downloader = Downloader(settings) {
        false
      } tell: { notice in
        if case .progress = notice { return }
        say("\(notice)\n")
      }
      if arguments.count == 2 {
        guard let bytes = try downloader.document(at: address) else { throw .missing(address) }
        FileHandle.standardOutput.write(Data(bytes))
      } else {
        let md5 = ProcessInfo.processInfo.environment["FETCH_MD5"]
        let receipt = try downloader.file(from: address, to: arguments[2], md5: md5)
        print(receipt.size, receipt.bytesTransferred, receipt.md5)
      }
    } catch {
      end("\(error)", code: 1)
    }
  }

  private static var settings: DownloadSettings {
    var settings = DownloadSettings()
    settings.userAgent = "fetch/1"
    settings.stallTimeout = number("FETCH_STALL") ?? settings.stallTimeout
    settings.patience = number("FETCH_PATIENCE") ?? settings.patience
    settings.patienceForNames = number("FETCH_NAMES") ?? settings.patienceForNames
    settings.firstPause = number("FETCH_PAUSE") ?? settings.firstPause
    settings.longestPause = max(settings.firstPause, number("FETCH_PAUSE") ?? settings.longestPause)
    return settings
  }

  private static func number(_ name: String) -> Double? {
    ProcessInfo.processInfo.environment[name].flatMap(Double.init)
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  private static func end(_ text: String, code: Int32) -> Never {
    say(text + "\n")
    exit(code)
  }
}
