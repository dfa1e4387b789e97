internal import RoadGraph
internal import RoadRules

extension RoadGraph {
  /// Refuses what would be wrong on a map that was built without some data, and says what is left out.
  ///
  /// - Parameter hasTimes: rules that hold at certain times count in this run.
  func check(for mode: TravelMode, _ vehicle: Vehicle, hasTimes: Bool, _ console: Console) throws {
    let missing = groupsLeftOut
    guard !missing.isEmpty else { return }
    if missing.contains(.unmotorised), mode == .bicycle || mode == .pedestrian {
      throw Failure(
        exit: .unreadableInput,
        description:
          "\(path): was built without roads for bicycles and pedestrians, so mode \(mode.name) cannot use it. "
          + "Build it with bicycle-pedestrian.")
    }
    if missing.contains(.truck), mode == .truck || mode == .bus || !vehicle.isEmpty {
      console.warn("\(path): was built without truck; limits of height, width, length and weight are not known")
    }
    if missing.contains(.conditions), hasTimes {
      console.warn("\(path): was built without conditions; rules that hold at certain times are not known")
    }
    let silent = missing.intersection([.lanes, .signs, .names])
    if !silent.isEmpty { console.inform("\(path): was built without \(silent.names); guidance does not speak of them") }
  }
}
