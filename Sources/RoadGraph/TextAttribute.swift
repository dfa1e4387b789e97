internal import Storage

/// A text of the map that few nodes or edges have: its section of the file, whose it is, and its data group.
///
/// A new one is a case and its row here, and the line of `MapImport` that takes it from tags: the file, its check, maps
/// without a data group and ``RoadGraph/text(_:of:)`` follow.
package enum TextAttribute: Int, CaseIterable, Sendable {
  // In the order of the file.
  /// The number of a motorway exit: `highway=motorway_junction`, `ref`.
  case exitRef
  case exitName
  /// Vehicle limits at a barrier and rules that hold at certain times, like ``conditions``.
  case nodeConditions
  /// `turn:lanes` of a direction, as tagged: `left|through;right`.
  case turnLanes
  case destination
  case destinationRef
  /// `destination:lanes` of a direction, as tagged, lanes from left to right: `Ulm|Ulm;Augsburg`.
  case destinationLanes
  /// `change:lanes` of a direction, as tagged, lanes from left to right: `yes|not_right|no`.
  case changeLanes
  /// The modes to which single lanes of a direction are closed, by their names: `|car;truck`. Empty if all lanes are
  /// open to those who may use the road.
  case closedLanes
  /// The number of the motorway exit that a ramp is, `junction:ref`.
  case rampRef
  /// Conditional access, conditional speeds and vehicle limits as `key=value` lines, such as `access:conditional=no @
  /// (22:00-06:00)` and `maxheight=3.8`.
  case conditions
  /// The numbered routes that relations lead along a direction: the text of ``NumberedRoute``.
  case routes

  private struct Row {
    /// The first three letters of its sections: keys (…K) and values (…V).
    let section: StaticString
    let owner: Owner
    /// The group that is left out as a whole; the lines of conditions belong to several.
    let group: DataGroup?
  }

  enum Owner { case node, edge }

  private var row: Row {
    switch self {
    case .exitRef: Row(section: "XRF", owner: .node, group: .signs)
    case .exitName: Row(section: "XNM", owner: .node, group: .signs)
    case .nodeConditions: Row(section: "NCD", owner: .node, group: nil)
    case .turnLanes: Row(section: "TLN", owner: .edge, group: .lanes)
    case .destination: Row(section: "DST", owner: .edge, group: .signs)
    case .destinationRef: Row(section: "DSR", owner: .edge, group: .signs)
    case .destinationLanes: Row(section: "DSL", owner: .edge, group: .signs)
    case .changeLanes: Row(section: "CHL", owner: .edge, group: .lanes)
    case .closedLanes: Row(section: "CLL", owner: .edge, group: .lanes)
    case .rampRef: Row(section: "RRF", owner: .edge, group: .signs)
    case .conditions: Row(section: "CND", owner: .edge, group: nil)
    case .routes: Row(section: "RTE", owner: .edge, group: .signs)
    }
  }

  var owner: Owner { row.owner }
  var group: DataGroup? { row.group }
  var keys: SectionTag { SectionTag(row.section, "K") }
  var values: SectionTag { SectionTag(row.section, "V") }
}

/// The texts of a map by attribute.
struct TextTable: Sendable {
  private let columns: [SparseTexts]

  init(_ sections: SectionReader, _ file: borrowing MappedFile) throws(RoadGraphError) {
    var columns: [SparseTexts] = []
    for attribute in TextAttribute.allCases {
      columns.append(try SparseTexts(sections, file, attribute.keys, attribute.values))
    }
    self.columns = columns
  }

  subscript(attribute: TextAttribute) -> SparseTexts { columns[attribute.rawValue] }

  /// The first section whose keys or texts do not exist.
  func flaw(nodes: Int, edges: Int, _ strings: Strings) -> SectionTag? {
    TextAttribute.allCases.first {
      !self[$0].areSound(keysBelow: $0.owner == .node ? nodes : edges, strings)
    }?.keys
  }
}
