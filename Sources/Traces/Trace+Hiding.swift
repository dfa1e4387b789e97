extension Trace {
  /// Some of its records as a trace of their own, in which nothing tells how many others there were: records count from
  /// 0, and no line of the file is known.
  ///
  /// - Parameter isVisible: one entry for each fix.
  package func visible(_ isVisible: [Bool]) -> Trace {
    var trace = self
    trace.fixes = zip(fixes, isVisible).filter(\.1).map { fix, _ in
      var fix = fix
      fix.line = 0
      return fix
    }
    trace.firstRecord = 0
    return trace
  }

  /// The same trace with other names for itself, its file, its track and its vehicle.
  package func renamed(_ name: (String) -> String) -> Trace {
    var source = source
    source.file = name(source.file)
    var trace = Trace(
      id: name(writtenID), source: source, fixes: fixes, vehicle: namedVehicle.map(name), trackName: trackName.map(name)
    )
    trace.rename(to: name(id))
    (trace.firstRecord, trace.part, trace.isPieceOfCleaned, trace.kept) = (firstRecord, part, isPieceOfCleaned, kept)
    return trace
  }

  /// Moves all times, so that those between records stay as they are.
  package mutating func shift(milliseconds: Int64) {
    for index in fixes.indices where fixes[index].time != nil {
      fixes[index].storedMilliseconds = fixes[index].storedMilliseconds &+ milliseconds
    }
  }
}
