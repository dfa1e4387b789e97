internal import Geodesy
internal import Moments
internal import RoadGraph

/// Speaks the maneuvers of one drive.
struct Voice {
  let course: DriveCourse
  let maneuvers: [Maneuver]
  let mode: TravelMode
  let settings: GuidanceSettings

  private var notices: NotificationSettings { settings.notifications }

  /// The notifications of one maneuver, in order.
  ///
  /// - Parameter last: the last notification before.
  func notifications(of number: Int, after last: SpokenNotification?) -> [SpokenNotification] {
    let maneuver = maneuvers[number]
    let setting = setting(before: maneuver)
    guard maneuver.type != .depart, number > 0 else {
      return [notification(.action, of: number, setting, at: maneuver.distance)]
    }
    let begin = maneuvers[number - 1].distance
    var next = actionDistance(of: maneuver, setting, notBefore: begin)
    var spoken: [SpokenNotification] = []
    if !isSaidAlready(number, at: next, after: last, setting) {
      spoken.append(notification(.action, of: number, setting, at: next))
    }
    for kind in [NotificationKind.distance, .reminder, .range] {
      guard let wanted = notices[setting].distance(of: kind) else { continue }
      let said = SpokenDistance(nearest: wanted, in: settings.units)
      let place = maneuver.distance - said.metres
      guard place >= begin, hasPause(from: begin, to: place, setting), hasPause(from: place, to: next, setting) else {
        continue
      }
      spoken.append(notification(kind, of: number, setting, at: place, saying: said))
      next = place
    }
    return spoken.reversed()
  }

  /// The kind of road on which the driver comes to the maneuver.
  private func setting(before maneuver: Maneuver) -> RoadSetting {
    let isBetween = maneuver.type != .depart && maneuver.type != .arrive
    let edge = course.edges[max(0, isBetween ? maneuver.edge - 1 : maneuver.edge)]
    return RoadSetting(of: edge.edge, on: course.graph, for: mode)
  }

  /// Where the driver is when there is just time to act.
  private func actionDistance(of maneuver: Maneuver, _ setting: RoadSetting, notBefore begin: Metres) -> Metres {
    let lead = notices[setting].action
    let latest = maneuver.distance - notices.leastAction
    let inTime = course.time(at: maneuver.distance).flatMap { time in
      course.distance(at: time.adding(seconds: -lead), before: maneuver.distance)
    }
    return max(begin, min(latest, inTime ?? maneuver.distance - lead * setting.usualSpeed))
  }

  /// The notification before has said it as well, and there is no time to say it again.
  private func isSaidAlready(
    _ number: Int, at distance: Metres, after last: SpokenNotification?, _ setting: RoadSetting
  ) -> Bool {
    guard let last, last.joined == number else { return false }
    return !hasPause(from: last.distance, to: distance, setting)
  }

  private func hasPause(from begin: Metres, to end: Metres, _ setting: RoadSetting) -> Bool {
    duration(from: begin, to: end, setting) >= notices.leastPause
  }

  private func duration(from begin: Metres, to end: Metres, _ setting: RoadSetting) -> Seconds {
    guard let first = course.time(at: begin), let last = course.time(at: end) else {
      return (end - begin) / setting.usualSpeed
    }
    return last.seconds(since: first)
  }

  /// The next maneuver if it follows closely.
  private func joined(to number: Int, _ setting: RoadSetting) -> Int? {
    let next = number + 1
    guard maneuvers.indices.contains(next), maneuvers[number].type != .arrive, maneuvers[next].type != .depart,
      duration(from: maneuvers[number].distance, to: maneuvers[next].distance, setting) <= notices.joinedWithin
    else { return nil }
    return next
  }

  private func notification(
    _ kind: NotificationKind, of number: Int, _ setting: RoadSetting, at distance: Metres,
    saying said: SpokenDistance? = nil
  ) -> SpokenNotification {
    let joined = kind == .action || kind == .distance ? joined(to: number, setting) : nil
    let time = course.time(at: distance)
    return SpokenNotification(
      maneuver: number, kind: kind, setting: setting, distance: distance,
      ahead: maneuvers[number].distance - distance, time: time,
      duration: course.time(at: 0).flatMap { begin in time?.seconds(since: begin) },
      place: course.place(at: distance), joined: joined,
      text: settings.language.notice(
        kind, maneuvers[number].words, at: said, joinedTo: joined.map { maneuvers[$0].words }))
  }
}

extension Language {
  /// A notification as a sentence.
  fileprivate func notice(
    _ kind: NotificationKind, _ words: Instruction, at distance: SpokenDistance?, joinedTo next: Instruction?
  ) -> String {
    var bytes: [UInt8] = []
    notices[kind]?.write(to: &bytes) { slot, bytes in
      switch slot {
      case .phrase: bytes += (distance == nil ? words.phrase : words.phraseAhead).utf8
      case .distance: bytes += (distance.map(text) ?? "").utf8
      }
    }
    guard let next else { return sentence(String(decoding: bytes, as: UTF8.self)) }
    let first = bytes
    bytes.removeAll()
    joined.write(to: &bytes) { slot, bytes in bytes += slot == .first ? first : Array(next.phraseAhead.utf8) }
    return sentence(String(decoding: bytes, as: UTF8.self))
  }
}
