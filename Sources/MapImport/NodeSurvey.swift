internal import Extracts
internal import Geodesy

/// The second pass over an OSM file: the places and attributes of the roads' nodes.
struct NodeSurvey {
  /// The attributes of a node, by row of the ``NodeIndex``; most rows have none.
  private(set) var details: [Int: NodeDetail] = [:]
  private(set) var found = 0
  private var places: [Place]

  /// Marks a row without a place; no place on earth has this latitude.
  private static let nowhere = Place(latitudeE7: .max, longitudeE7: .max)

  init(path: String, format: OSMFormat, index: NodeIndex) throws(ExtractError) {
    places = Array(repeating: Self.nowhere, count: index.ids.count)
    var file = try OSMFile(path: path, format: format, kinds: .nodes)
    var tags = Tags()
    var cursor = MergeCursor()
    while try file.next() != nil {
      guard let row = cursor.row(of: file.id, in: index), let place = file.place else { continue }
      if places[row] == Self.nowhere { found += 1 }
      places[row] = place
      guard file.hasTags else { continue }
      tags.load(file.object.tagBytes)
      details[row] = nodeDetail(of: tags)
    }
  }

  /// The place of the node of a row; `nil` if the file lacks it.
  func place(_ row: UInt32) -> Place? {
    let place = places[Int(row)]
    return place == Self.nowhere ? nil : place
  }
}

/// Finds rows by stepping along the index while ids ascend, and by searching after they jump back.
struct MergeCursor {
  private var row = 0

  mutating func row(of id: Int64, in index: NodeIndex) -> Int? {
    guard row < index.ids.count && index.ids[row] <= id else { return jump(to: id, in: index) }
    var steps = 0
    while row < index.ids.count && index.ids[row] < id {
      row += 1
      steps += 1
      if steps == 16 { return jump(to: id, in: index) }
    }
    return row < index.ids.count && index.ids[row] == id ? row : nil
  }

  private mutating func jump(to id: Int64, in index: NodeIndex) -> Int? {
    guard let found = index.row(of: id) else { return nil }
    row = found
    return found
  }
}
