/// How long to wait for a server, and how much to ask of it. Times are in seconds.
package struct DownloadSettings: Hashable, Sendable {
  /// The `User-Agent` header: `tracemill/0.1.0`.
  package var userAgent = "tracemill"
  /// To find a host and agree on encryption: curl's own five minutes are for dead hosts, ten seconds for busy ones.
  package var connectTimeout = 20.0
  /// A connection that is slower than ``lowestSpeed`` for this long is lost. Busy servers pause for some seconds;
  /// routers forget a silent connection after a minute or more.
  package var stallTimeout = 30.0
  /// In bytes a second, over ``stallTimeout``. At this speed, a megabyte takes three hours.
  package var lowestSpeed = 100.0
  /// How long to wait for a server that has sent the stated bytes but does not close the connection as requested.
  package var closeTimeout = 1.0
  /// How long a server is retried without delivering another byte. A router restarts within this time.
  package var patience = 600.0
  /// How long a name is looked up that has never been found in this run: it may be wrong, or there is no network at all.
  /// A resolver that starts with the machine answers within this time.
  package var patienceForNames = 30.0
  /// The pause after the first failure; each further one is twice as long, up to ``longestPause``. A random part of up
  /// to half of it is left out, so that many machines do not ask at once.
  package var firstPause = 1.0
  package var longestPause = 60.0
  /// In bytes a second; `nil` for no limit.
  package var speedLimit: Int?
  /// How many redirections are followed: as many as browsers do.
  package var mostRedirections = 20
  /// How often a download starts over because the server has another version. A server of several machines may hold
  /// copies that differ.
  package var mostVersions = 5
  /// The pause between two notices of progress.
  package var noticeInterval = 0.2

  package init() {}
}
