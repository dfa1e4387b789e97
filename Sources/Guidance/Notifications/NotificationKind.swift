/// When a notification is spoken. Raw values are the codes in reports, and the keys in the file of a language.
package enum NotificationKind: String, CaseIterable, Sendable {
  /// Far ahead.
  case range
  case reminder, distance
  /// Where the driver acts.
  case action
}
