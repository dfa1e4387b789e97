package import GeoPackages
package import Knowledge

extension LearnedTable {
  /// Roads coloured by their speed against free flow, or by how often they were driven; crossings by their delay.
  package var style: LayerStyle? {
    switch self {
    case .speeds:
      GraduatedStyle(
        expression: "\"expected_kmh\" / coalesce(\"free_flow_kmh\", \"expected_kmh\")", colours: .fromRedToGreen,
        steps: [
          (0, 0.3, "below 30 %"), (0.3, 0.5, "30 to 50 %"), (0.5, 0.7, "50 to 70 %"), (0.7, 0.85, "70 to 85 %"),
          (0.85, 100, "free flow"),
        ]
      ).lines("speed against free flow")
    case .use:
      GraduatedStyle(
        expression: "\"trips\"", colours: .fromGreyToBlue,
        steps: [(0, 0, "none"), (1, 2, "1 or 2"), (3, 9, "3 to 9"), (10, 99, "10 to 99"), (100, 1e9, "100 and more")]
      ).lines("trips")
    case .delays:
      GraduatedStyle(
        expression: "\"mean_s\"", colours: .fromRedToGreen.reversed(),
        steps: [
          (-1e9, 5, "below 5 s"), (5, 15, "5 to 15 s"), (15, 30, "15 to 30 s"), (30, 60, "30 to 60 s"),
          (60, 1e9, "more than a minute"),
        ]
      ).points("mean delay")
    case .coverage, .flows, .stays, .changes, .doubts: nil
    }
  }
}

extension [String] {
  fileprivate static let fromRedToGreen = ["165,0,38", "226,85,52", "244,160,66", "214,205,84", "58,145,76"]
  fileprivate static let fromGreyToBlue = ["178,178,178", "158,202,225", "84,150,200", "40,90,165", "15,35,95"]
}

/// A style whose colour depends on a number.
private struct GraduatedStyle {
  /// An expression of QGIS over the columns of the layer.
  let expression: String
  /// One for each step.
  let colours: [String]
  let steps: [(lower: Double, upper: Double, label: String)]

  /// Lines beside the middle of the road, so that both directions are seen where traffic keeps to the right.
  func lines(_ name: String) -> LayerStyle {
    style(name, "line", "SimpleLine") { colour in
      [("line_color", colour + ",255"), ("line_width", "0.6"), ("offset", "-0.4"), ("capstyle", "round")]
    }
  }

  func points(_ name: String) -> LayerStyle {
    style(name, "marker", "SimpleMarker") { colour in
      [("color", colour + ",255"), ("name", "circle"), ("size", "2.4"), ("outline_color", "255,255,255,255")]
    }
  }

  private func style(
    _ name: String, _ type: String, _ layer: String, _ options: (String) -> [(String, String)]
  ) -> LayerStyle {
    var (ranges, symbols) = ("", "")
    for (number, (step, colour)) in zip(steps, colours).enumerated() {
      ranges +=
        "<range symbol=\"\(number)\" lower=\"\(step.lower)\" upper=\"\(step.upper)\" label=\"\(step.label)\" "
        + "render=\"true\"/>"
      let values = options(colour).map { "<Option type=\"QString\" name=\"\($0.0)\" value=\"\($0.1)\"/>" }
      symbols +=
        "<symbol type=\"\(type)\" name=\"\(number)\" alpha=\"1\"><layer class=\"\(layer)\" enabled=\"1\" pass=\"0\">"
        + "<Option type=\"Map\">\(values.joined())</Option></layer></symbol>"
    }
    let attribute = expression.replacing("\"", with: "&quot;")
    let qml =
      "<qgis styleCategories=\"Symbology\" version=\"3.28.0\"><renderer-v2 type=\"graduatedSymbol\" "
      + "graduatedMethod=\"GraduatedColor\" attr=\"\(attribute)\"><ranges>\(ranges)</ranges><symbols>\(symbols)</symbols>"
      + "</renderer-v2></qgis>"
    return LayerStyle(name: name, qml: qml)
  }
}
