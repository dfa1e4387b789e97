internal import Records

extension CSVLayout {
  /// The layout with the unit of its speeds and the form of its courses, as the places and times show them.
  ///
  /// Values that nothing decides, or that the places contradict, are left empty with a note: a wrong number is worse
  /// than none.
  ///
  /// - Parameter table: from the header or the first row on.
  func decidingMotion(by table: [UInt8], _ settings: TraceReadingSettings) -> CSVLayout {
    guard columns[.speed] != nil || columns[.heading] != nil || columns[.hdop] != nil else { return self }
    var layout = self
    let values = TableValues(table, self)
    let dilutions = values.numbers(in: .hdop).sorted()
    layout.largeDilutionsAreInvalid = !dilutions.isEmpty && dilutions[dilutions.count / 2] < Self.mostUsualDilution
    if layout.columns[.speed] != nil, layout.speedUnitSource == nil, values.haveUnits(in: .speed) {
      layout.speedUnitSource = .values
    }
    layout.letterO = CompassPoint.letterO(in: values.texts(in: .heading))
    // If 360 and more mean "unknown", courses go from 0 to 360, and a negative one does not mean west of north.
    let isWholeTurn = settings.preset?.unknown[.heading]?.contains { $0 >= 360 } ?? false
    layout.headingsAreSigned = !isWholeTurn && values.numbers(in: .heading).contains { $0 < 0 && $0 != -1 }
    var evidence = MotionEvidence(table, layout, settings)
    if let number = evidence.unknownSpeed {
      layout.unknownNumbers[.speed] = [number]
      evidence = MotionEvidence(table, layout, settings)
    }
    if layout.columns[.speed] != nil { layout.decideSpeeds(by: evidence) }
    if layout.columns[.heading] != nil { layout.decideHeadings(by: evidence, values) }
    layout.noteUnreadValues(evidence)
    return layout
  }

  /// Dilutions of a file are mostly smaller, unless they are written in tenths or hundredths.
  private static let mostUsualDilution = 20.0

  /// Says which columns have values that cannot be read: fixes would lose their speeds and courses in silence.
  private mutating func noteUnreadValues(_ evidence: MotionEvidence) {
    for (column, texts) in [(CSVColumn.speed, evidence.unreadSpeeds), (.heading, evidence.unreadHeadings)]
    where columns[column] != nil {
      guard Set(texts).count >= 3, 10 * texts.count > evidence.rows, let text = texts.first else { continue }
      notes.append(
        LayoutNote(
          reason: .valuesNotRead,
          message:
            "values of \(quotedName(of: column)) such as \(quoted(text.utf8)) are no \(column.rawValue), and were left "
            + "empty; --columns \(column.rawValue)=NAME names another column, and \(column.rawValue)=none says that there is "
            + "none."))
    }
  }

  private mutating func decideSpeeds(by evidence: MotionEvidence) {
    let name = quotedName(of: .speed)
    switch (speedUnitSource, evidence.speeds) {
    case (.option, _), (.values, _): return
    case (.header, let speeds), (.preset, let speeds):
      guard evidence.contradicts(speedUnit) else { return }
      var cure = "--csv speed-unit says which unit they have"
      if case .unit(let unit) = speeds { cure = "--csv speed-unit=\(quoted(unit.rawValue.utf8)) would fit" }
      leaveOut(
        .speed, .speedContradicted,
        "the speeds of \(name) in \(speedUnit.rawValue) do not fit the distances and times between fixes, and were left "
          + "empty; \(cure).")
    case (_, .unit(let unit)): (speedUnit, speedUnitSource) = (unit, .distances)
    case (_, .unknown), (_, .none):
      leaveOut(
        .speed, .speedUnitUnknown,
        "nothing says in which unit the speeds of \(name) are, and they were left empty; --csv speed-unit=km/h, m/s, mph or "
          + "knots says it.")
    }
  }

  private mutating func decideHeadings(by evidence: MotionEvidence, _ values: TableValues) {
    let name = quotedName(of: .heading)
    if headings == .degrees, !headingsAreStated, let form = evidence.headingForm, form != .degrees { headings = form }
    let numbers = values.numbers(in: .heading)
    let beyond = numbers.count { $0 * headings.degreesPerUnit > 360 }
    let foreign = evidence.foreignForm(besides: headings)
    guard evidence.contradicts(headings) || foreign != nil || 2 * beyond > numbers.count && !numbers.isEmpty else {
      return
    }
    let likeness = foreign.map { " (they look like \($0))" } ?? ""
    leaveOut(
      .heading, .headingContradicted,
      "the courses of \(name) in \(headings.rawValue) do not point where the fixes go\(likeness), and were left empty; "
        + "--columns heading=NAME names another column, and heading=none says that there is none.")
  }

  private mutating func leaveOut(_ column: CSVColumn, _ reason: ReadingReason, _ message: String) {
    columns[column] = nil
    if column == .speed { speedUnitSource = nil }
    notes.append(LayoutNote(reason: reason, message: message))
  }

  private func quotedName(of column: CSVColumn) -> String {
    let index = columns[column] ?? 0
    return header.map { quoted($0[index].utf8) } ?? "column \(index + 1)"
  }
}
