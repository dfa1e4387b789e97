internal import Geodesy
package import RoadGraph
package import RoadRules

/// The constants of the matching model, by the stage that uses them.
///
/// A constant has its unit in its type or in its comment, and its source: a publication, an experiment in
/// Documentation/Experiments.md, or the word *judgement*.
package struct MatchingSettings: Sendable {
  package var rules: TravelRules
  package var noise = NoiseSettings()
  package var reflections = ReflectionSettings()
  package var smoothing = SmoothingSettings()
  package var standing = StandingSettings()
  package var thinning = ThinningSettings()
  package var candidates = CandidateSettings()
  package var emission = EmissionSettings()
  package var transition = TransitionSettings()
  package var timing = TimingSettings()
  package var breaks = BreakSettings()
  package var search = SearchSettings()
  package var window = WindowSettings()
  package var path = PathSettings()
  package var drift = DriftSettings()
  package var alternatives = AlternativePathSettings()
  package var explanation = ExplanationSettings()
  /// The most time that one trace may take; `nil` for no limit.
  package var timeLimit: Duration?

  package init(mode: TravelMode) { rules = TravelRules(mode: mode) }

  /// The settings for a trace whose fixes usually have this standard deviation: inaccurate fixes make turns cost more.
  ///
  /// Prices are multiples of one eighth: a search drops its copy of the roads whenever a price changes.
  func adapted(to sigma: Metres) -> MatchingSettings {
    let added = transition.turningPerMetre * max(0, sigma - transition.turningSigma)
    var result = self
    result.rules.rightAngle = max(
      rules.rightAngle, min(transition.mostTurning, rules.rightAngle + (8 * added).rounded() / 8))
    return result
  }
}
