import Geodesy
import RoadGraph
import TestSupport
import Testing

@testable import Guidance

@Suite struct `A distance is said` {
  @Test(
    arguments: [
      (3, "10 metres", 10), (44, "40 metres", 40), (96, "100 metres", 100), (120, "100 metres", 100),
      (130, "150 metres", 150), (300, "300 metres", 300), (474, "450 metres", 450), (480, "500 metres", 500),
      (849, "800 metres", 800), (951, "1 kilometre", 1000), (1000, "1 kilometre", 1000), (1249, "1 kilometre", 1000),
      (1260, "1.5 kilometres", 1500), (2000, "2 kilometres", 2000), (2500, "2.5 kilometres", 2500),
      (2760, "3 kilometres", 3000), (12_400, "12 kilometres", 12_000),
    ] as [(Metres, String, Metres)])
  func `in metres and kilometres`(distance: Metres, text: String, metres: Metres) {
    let said = SpokenDistance(nearest: distance, in: .metric)
    #expect(Language.english.text(of: said) == text)
    #expect(said.metres == metres)
  }

  @Test(
    arguments: [
      (3, "10 feet", 10), (28, "90 feet", 90), (30, "100 feet", 100), (152, "500 feet", 500), (300, "1000 feet", 1000),
    ] as [(Metres, String, Double)])
  func `in feet up to a thousand`(distance: Metres, text: String, feet: Double) {
    let said = SpokenDistance(nearest: distance, in: .imperial)
    #expect(Language.english.text(of: said) == text)
    #expect(said.metres == feet * 0.3048)
  }

  @Test(
    arguments: [
      (330, "a quarter mile", 0.25), (400, "a quarter mile", 0.25), (800, "half a mile", 0.5),
      (1200, "three quarters of a mile", 0.75), (1609, "1 mile", 1), (2000, "1 mile", 1), (2100, "1.5 miles", 1.5),
      (3218, "2 miles", 2), (8000, "5 miles", 5),
    ] as [(Metres, String, Double)])
  func `in parts of a mile, and miles`(distance: Metres, text: String, miles: Double) {
    let said = SpokenDistance(nearest: distance, in: .imperial)
    #expect(Language.english.text(of: said) == text)
    #expect(said.metres == miles * 1609.344)
  }

  /// A distance that is said is never said in other words.
  @Test(arguments: UnitSystem.allCases)
  func `as itself once it is round`(units: UnitSystem) {
    for metres in stride(from: 1.0, to: 20_000, by: 7) {
      let said = SpokenDistance(nearest: metres, in: units)
      #expect(SpokenDistance(nearest: said.metres, in: units) == said, "\(metres)")
    }
  }
}

@Suite struct `Roads in German` {
  @Test(arguments: [
    ("A 5", "auf die A 5", "auf der A 5"), ("B27", "auf die B27", "auf der B27"),
    ("Hauptstraße", "in die Hauptstraße", "auf der Hauptstraße"),
    ("Alte Landstraße", "in die Alte Landstraße", "auf der Alten Landstraße"),
    ("Mühlweg", "in den Mühlweg", "auf dem Mühlweg"), ("Alter Weg", "in den Alten Weg", "auf dem Alten Weg"),
    ("Frankfurter Ring", "auf den Frankfurter Ring", "auf dem Frankfurter Ring"),
    ("Marktplatz", "auf den Marktplatz", "auf dem Marktplatz"), ("Rheinufer", "in das Rheinufer", "auf dem Rheinufer"),
    ("Am Bach", "in die Straße Am Bach", "auf der Straße Am Bach"),
    ("Straße des 17. Juni", "in die Straße des 17. Juni", "auf der Straße des 17. Juni"),
    ("Theodor-Heuss-Allee", "auf die Theodor-Heuss-Allee", "auf der Theodor-Heuss-Allee"),
    ("Lochgass", "in die Lochgass", "auf der Lochgass"), ("Beckagässli", "in das Beckagässli", "auf dem Beckagässli"),
    ("Broadway", "auf Broadway", "auf Broadway"), ("Hauptstr.", "in die Hauptstr.", "auf der Hauptstr."),
    ("Allee der Kosmonauten", "auf die Allee der Kosmonauten", "auf der Allee der Kosmonauten"),
    ("Messeschnellweg", "auf den Messeschnellweg", "auf dem Messeschnellweg"),
    ("Lange Wiesen", "in die Straße Lange Wiesen", "auf der Straße Lange Wiesen"),
  ])
  func `have their article and case`(name: String, onto: String, on: String) {
    var values = PhraseValues()
    values.road = name
    values.bearing = 0
    #expect(Language.german.instruction(.turnRight, values).full == "Rechts \(onto) abbiegen.")
    let capital = on.prefix(1).uppercased() + on.dropFirst()
    #expect(Language.german.instruction(.depart, values).full == "\(capital) Richtung Norden starten.")
    values.isStay = true
    #expect(Language.german.instruction(.turnRight, values).full == "Rechts abbiegen und \(on) bleiben.")
  }
}

@Suite struct `A voice and a screen` {
  @Test(arguments: [
    ("Mill Street", "Right onto Mill St", "Turn right onto Mill Street."),
    ("Mill St", "Right onto Mill St", "Turn right onto Mill Street."),
    ("Street", "Right onto Street", "Turn right onto Street."),
    ("A 8/A 9", "Right onto A 8/A 9", "Turn right onto A 8 and A 9."),
    ("Quay (North)", "Right onto Quay (North)", "Turn right onto Quay North."),
    ("High & Low Road", "Right onto High & Low Rd", "Turn right onto High and Low Road."),
  ])
  func `shorten and spell out names`(name: String, short: String, spoken: String) {
    var values = PhraseValues()
    values.road = name
    let words = Language.english.instruction(.turnRight, values)
    #expect(words.full == "Turn right onto \(name).")
    #expect(words.short == short)
    #expect(words.spoken == spoken)
  }

  @Test func `give a screen one destination`() {
    var values = PhraseValues()
    values.destinations = ["Northport", "Harbour", "Farside"]
    let words = Language.english.instruction(.forkLeft, values)
    #expect(words.full == "Keep left towards Northport, Harbour and Farside.")
    #expect(words.short == "Keep left towards Northport")
  }

  @Test(arguments: [
    (1, "1st", "first"), (2, "2nd", "second"), (11, "11th", "eleventh"), (21, "21st", "twenty-first"),
    (24, "24th", "24th"),
  ])
  func `number exits`(number: Int, written: String, spoken: String) {
    var values = PhraseValues()
    values.ordinal = number
    let words = Language.english.instruction(.roundaboutExit, values)
    #expect(words.full == "At the roundabout, take the \(written) exit.")
    #expect(words.spoken == "At the roundabout, take the \(spoken) exit.")
  }
}

@Suite struct `Roads without a name` {
  private func onto(_ roadClass: RoadClass, from: RoadClass = .residential, mode: TravelMode) throws -> [String] {
    let sketch = try RoadSketch(
      """
      A---B---C
          |
          D
      """, metresPerCell: 40,
      roads: [
        SketchRoad("A-B-C", name: from == .service ? "" : "Mill Street", roadClass: from),
        SketchRoad("B-D", name: "", roadClass: roadClass),
      ])
    return maneuvers("AB BD", on: sketch, for: mode).dropFirst().map(\.details.words.full)
  }

  @Test(arguments: [
    (RoadClass.steps, "Turn right onto the steps.", "Arrive on the steps."),
    (.cycleway, "Turn right onto the cycle path.", "Arrive on the cycle path."),
    (.footway, "Turn right onto the path.", "Arrive on the path."),
    (.pedestrian, "Turn right onto the pedestrian street.", "Arrive on the pedestrian street."),
    (.track, "Turn right onto the track.", "Arrive on the track."),
    (.residential, "Turn right.", "Arrive."),
  ])
  func `are spoken of by their kind`(roadClass: RoadClass, turn: String, arrival: String) throws {
    #expect(try onto(roadClass, mode: .pedestrian) == [turn, arrival])
  }

  @Test(arguments: [(TravelMode.bicycle, " and walk your bicycle."), (.pedestrian, ".")])
  func `say where a bicycle is pushed`(mode: TravelMode, end: String) throws {
    let sketch = try RoadSketch(
      """
      A---B---C
          |
          D
      """, metresPerCell: 40,
      roads: [
        SketchRoad("A-B-C", name: "Mill Street"),
        SketchRoad("B-D", name: "", roadClass: .footway, flags: [.pushedForward, .pushedBackward]),
      ])
    #expect(
      maneuvers("AB BD", on: sketch, for: mode).map(\.details.words.full) == [
        "Head east on Mill Street.", "Turn right onto the path" + end, "Arrive on the path.",
      ])
    #expect(
      maneuvers("DB BC", on: sketch, for: mode).map(\.details.words.full) == [
        "Head north on the path" + end, "Turn right onto Mill Street.", "Arrive.",
      ])
  }

  @Test func `are service roads only to those who come from another road`() throws {
    #expect(try onto(.service, mode: .car).first == "Turn right onto the service road.")
    #expect(try onto(.service, from: .service, mode: .car).first == "Turn right.")
  }
}
