internal import Foundation

/// The system's text for an errno: `No such file or directory`.
package func errorText(_ code: Int32) -> String {
  unsafe String(cString: strerror(code))
}

/// The reason of an error of Foundation in the words of the system: `Read-only file system`.
package func reason(of error: any Error) -> String {
  let error = error as NSError
  let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
  return cause.domain == NSPOSIXErrorDomain ? errorText(Int32(cause.code)) : error.localizedDescription
}
