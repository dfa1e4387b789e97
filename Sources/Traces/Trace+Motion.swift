internal import Geodesy
internal import Records

extension Trace {
  /// Speeds of XML are metres per second and courses degrees by its schemas; some exporters write others.
  ///
  /// With a stated unit the speeds are in that unit. Otherwise speeds and courses that the places contradict are left
  /// empty, and `note` gets the reason and a sentence.
  mutating func checkMotion(_ settings: TraceReadingSettings, note: (ReadingReason, String) -> Void) {
    let hasSpeeds = fixes.contains { $0.speed != nil }
    let hasCourses = fixes.contains { $0.bearing != nil }
    guard hasSpeeds || hasCourses else { return }
    let evidence = MotionEvidence(fixes)
    if let unit = settings.speedUnit {
      for index in fixes.indices { fixes[index].storedSpeed *= Float(unit.metresPerSecond) }
    } else if hasSpeeds {
      checkSpeeds(evidence, note)
    }
    guard hasCourses, evidence.contradicts(.degrees) else { return }
    for index in fixes.indices { fixes[index].storedBearing = .nan }
    note(
      .headingContradicted,
      "the courses ('course') in degrees do not point where the fixes go, and were left empty; nothing reads them.")
  }

  private mutating func checkSpeeds(_ evidence: MotionEvidence, _ note: (ReadingReason, String) -> Void) {
    guard evidence.contradicts(.metresPerSecond) else { return }
    var cure = "--csv speed-unit says which unit they have"
    if case .unit(let unit) = evidence.speeds { cure = "--csv speed-unit=\(unit.rawValue) would fit" }
    for index in fixes.indices { fixes[index].storedSpeed = .nan }
    note(
      .speedContradicted,
      "the speeds ('speed') in m/s do not fit the distances and times between fixes, and were left empty; \(cure).")
  }
}
