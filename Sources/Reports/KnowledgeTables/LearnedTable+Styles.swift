package import GeoPackages
package import Knowledge

extension LearnedTable {
  /// Roads coloured by their speed against free flow, or by how often they were driven; crossings by their delay.
  package var style: LayerStyle? {
    switch self {
    case .speeds:
      LayerStyle(
        name: "speed against free flow",
        qml: GraduatedStyle(
          expression: "\"expected_kmh\" / coalesce(\"free_flow_kmh\", \"expected_kmh\")",
          steps: [
            .init(0, 0.3, "below 30 %", "165,0,38"), .init(0.3, 0.5, "30 to 50 %", "226,85,52"),
            .init(0.5, 0.7, "50 to 70 %", "244,160,66"), .init(0.7, 0.85, "70 to 85 %", "214,205,84"),
            .init(0.85, 100, "free flow", "58,145,76"),
          ]
        ).lines)
    case .use:
      LayerStyle(
        name: "trips",
        qml: GraduatedStyle(
          expression: "\"trips\"",
          steps: [
            .init(0, 0, "none", "178,178,178"), .init(1, 2, "1 or 2", "158,202,225"),
            .init(3, 9, "3 to 9", "84,150,200"), .init(10, 99, "10 to 99", "40,90,165"),
            .init(100, 1e9, "100 and more", "15,35,95"),
          ]
        ).lines)
    case .delays:
      LayerStyle(
        name: "mean delay",
        qml: GraduatedStyle(
          expression: "\"mean_s\"",
          steps: [
            .init(-1e9, 5, "below 5 s", "58,145,76"), .init(5, 15, "5 to 15 s", "214,205,84"),
            .init(15, 30, "15 to 30 s", "244,160,66"), .init(30, 60, "30 to 60 s", "226,85,52"),
            .init(60, 1e9, "more than a minute", "165,0,38"),
          ]
        ).points)
    case .coverage, .flows, .stays, .changes, .doubts: nil
    }
  }
}

/// A style whose colour depends on a number.
private struct GraduatedStyle {
  /// An expression of QGIS over the columns of the layer.
  let expression: String
  let steps: [Step]

  struct Step {
    let lower, upper: Double
    let label, colour: String

    init(_ lower: Double, _ upper: Double, _ label: String, _ colour: String) {
      (self.lower, self.upper, self.label, self.colour) = (lower, upper, label, colour)
    }
  }

  /// Lines beside the middle of the road, so that both directions are seen where traffic keeps to the right.
  var lines: String {
    document("line", "SimpleLine") { colour in
      [("line_color", colour + ",255"), ("line_width", "0.6"), ("offset", "-0.4"), ("capstyle", "round")]
    }
  }

  var points: String {
    document("marker", "SimpleMarker") { colour in
      [("color", colour + ",255"), ("name", "circle"), ("size", "2.4"), ("outline_color", "255,255,255,255")]
    }
  }

  private func document(_ type: String, _ layer: String, _ options: (String) -> [(String, String)]) -> String {
    var ranges = ""
    var symbols = ""
    for (number, step) in steps.enumerated() {
      ranges +=
        "<range symbol=\"\(number)\" lower=\"\(step.lower)\" upper=\"\(step.upper)\" label=\"\(step.label)\" "
        + "render=\"true\"/>"
      let values = options(step.colour).map { "<Option type=\"QString\" name=\"\($0.0)\" value=\"\($0.1)\"/>" }
      symbols +=
        "<symbol type=\"\(type)\" name=\"\(number)\" alpha=\"1\"><layer class=\"\(layer)\" enabled=\"1\" pass=\"0\">"
        + "<Option type=\"Map\">\(values.joined())</Option></layer></symbol>"
    }
    let attribute = expression.replacing("\"", with: "&quot;")
    return "<qgis styleCategories=\"Symbology\" version=\"3.28.0\"><renderer-v2 type=\"graduatedSymbol\" "
      + "graduatedMethod=\"GraduatedColor\" attr=\"\(attribute)\"><ranges>\(ranges)</ranges><symbols>\(symbols)</symbols>"
      + "</renderer-v2></qgis>"
  }
}
