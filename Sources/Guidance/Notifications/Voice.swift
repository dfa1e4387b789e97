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
      return [notification(.action, of: number, setting, at: moment(of: maneuver))]
    }
    let begin = moment(of: maneuvers[number - 1])
    var next = moment(at: actionDistance(of: maneuver, setting, notBefore: begin.distance), notBefore: begin)
    var spoken: [SpokenNotification] = []
    if !isSaidAlready(number, at: next, after: last, setting) {
      spoken.append(notification(.action, of: number, setting, at: next))
    }
    for kind in [NotificationKind.distance, .reminder, .range] {
      guard let wanted = notices[setting].distance(of: kind) else { continue }
      let said = SpokenDistance(nearest: wanted, in: settings.units)
      let distance = maneuver.distance - said.metres
      guard distance >= begin.distance else { continue }
      let moment = moment(at: distance, notBefore: begin)
      guard hasPause(from: begin, to: moment, setting), hasPause(from: moment, to: next, setting) else { continue }
      spoken.append(notification(kind, of: number, setting, at: moment, saying: said))
      next = moment
    }
    return spoken.reversed()
  }

  /// A distance along the drive, and the time there.
  private struct Moment {
    var distance: Metres
    var time: Timestamp?
  }

  private func moment(of maneuver: Maneuver) -> Moment {
    Moment(distance: maneuver.distance, time: maneuver.time ?? course.time(at: maneuver.distance))
  }

  /// - Parameter begin: an earlier moment. Between two legs time passes and the distance stays the same.
  private func moment(at distance: Metres, notBefore begin: Moment) -> Moment {
    guard let time = course.time(at: distance) else { return Moment(distance: distance) }
    return Moment(distance: distance, time: max(time, begin.time ?? time))
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
    _ number: Int, at moment: Moment, after last: SpokenNotification?, _ setting: RoadSetting
  ) -> Bool {
    guard let last, last.joined == number else { return false }
    return !hasPause(from: Moment(distance: last.distance, time: last.time), to: moment, setting)
  }

  private func hasPause(from begin: Moment, to end: Moment, _ setting: RoadSetting) -> Bool {
    duration(from: begin, to: end, setting) >= notices.leastPause
  }

  private func duration(from begin: Moment, to end: Moment, _ setting: RoadSetting) -> Seconds {
    guard let first = begin.time, let last = end.time else {
      return (end.distance - begin.distance) / setting.usualSpeed
    }
    return last.seconds(since: first)
  }

  /// The next maneuver if it follows closely.
  private func joined(to number: Int, _ setting: RoadSetting) -> Int? {
    let next = number + 1
    guard maneuvers.indices.contains(next), maneuvers[number].type != .arrive, maneuvers[next].type != .depart,
      duration(from: moment(of: maneuvers[number]), to: moment(of: maneuvers[next]), setting) <= notices.joinedWithin
    else { return nil }
    return next
  }

  private func notification(
    _ kind: NotificationKind, of number: Int, _ setting: RoadSetting, at moment: Moment,
    saying said: SpokenDistance? = nil
  ) -> SpokenNotification {
    let joined = kind == .action || kind == .distance ? joined(to: number, setting) : nil
    return SpokenNotification(
      maneuver: number, kind: kind, setting: setting, distance: moment.distance,
      ahead: maneuvers[number].distance - moment.distance, time: moment.time,
      duration: course.time(at: 0).flatMap { begin in moment.time?.seconds(since: begin) },
      place: course.place(at: moment.distance), joined: joined,
      text: settings.language.notice(
        kind, maneuvers[number].details.words, at: said, joinedTo: joined.map { maneuvers[$0].details.words }))
  }
}

extension Language {
  /// A notification as a sentence.
  fileprivate func notice(
    _ kind: NotificationKind, _ words: Instruction, at distance: SpokenDistance?, joinedTo next: Instruction?
  ) -> String {
    sentence { bytes in
      guard let next else { return write(kind, words, at: distance, to: &bytes) }
      joined.write(to: &bytes) { slot, bytes in
        if slot == .first { write(kind, words, at: distance, to: &bytes) } else { next.writeAhead(to: &bytes) }
      }
    }
  }

  private func write(
    _ kind: NotificationKind, _ words: Instruction, at distance: SpokenDistance?, to bytes: inout [UInt8]
  ) {
    notices[kind].write(to: &bytes) { slot, bytes in
      switch slot {
      case .phrase: if distance == nil { words.writeSpoken(to: &bytes) } else { words.writeAhead(to: &bytes) }
      case .distance: bytes += (distance.map(text) ?? "").utf8
      }
    }
  }
}
