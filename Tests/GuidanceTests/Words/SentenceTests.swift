import Testing

@testable import Guidance

/// What each phrase says in each language that comes with the program, as one would read it aloud.
@Suite struct `Each sentence` {
  /// A sentence in English, German and French.
  struct Said: Sendable, CustomTestStringConvertible {
    let key: PhraseKey
    var values: PhraseValues
    let english: String
    let german: String
    let french: String
    var testDescription: String { english }

    init(
      _ key: PhraseKey, _ english: String, _ german: String, _ french: String,
      _ change: (inout PhraseValues) -> Void = { _ in }
    ) {
      self.key = key
      values = PhraseValues()
      change(&values)
      (self.english, self.german, self.french) = (english, german, french)
    }
  }

  private static func check(_ said: Said, _ form: (Instruction) -> String) {
    #expect(form(Language.english.instruction(said.key, said.values)) == said.english)
    #expect(form(Language.german.instruction(said.key, said.values)) == said.german)
    #expect(form(Language.french.instruction(said.key, said.values)) == said.french)
  }

  // MARK: Turns

  @Test(arguments: [
    Said(.turnStraight, "Go straight.", "Geradeaus dem Straßenverlauf folgen.", "Allez tout droit."),
    Said(.turnSlightRight, "Bear right.", "Halb rechts abbiegen.", "Tournez légèrement à droite."),
    Said(.turnRight, "Turn right.", "Rechts abbiegen.", "Tournez à droite."),
    Said(.turnSharpRight, "Make a sharp right.", "Scharf rechts abbiegen.", "Tournez franchement à droite."),
    Said(.turnSlightLeft, "Bear left.", "Halb links abbiegen.", "Tournez légèrement à gauche."),
    Said(.turnLeft, "Turn left.", "Links abbiegen.", "Tournez à gauche."),
    Said(.turnSharpLeft, "Make a sharp left.", "Scharf links abbiegen.", "Tournez franchement à gauche."),
    Said(.uTurn, "Make a U-turn.", "Wenden.", "Faites demi-tour."),
    Said(.continue, "Continue.", "Dem Straßenverlauf folgen.", "Continuez."),
    Said(.leaveFerry, "Leave the ferry.", "Die Fähre verlassen.", "Quittez le ferry."),
    Said(
      .roundaboutEnter, "Enter the roundabout.", "In den Kreisverkehr einfahren.", "Engagez-vous dans le rond-point."),
    Said(.roundaboutLeave, "Leave the roundabout.", "Den Kreisverkehr verlassen.", "Sortez du rond-point."),
    Said(.exitNamed, "Take the exit.", "Die Ausfahrt nehmen.", "Prenez la sortie."),
    Said(.exitStraight, "Take the exit.", "Die Ausfahrt nehmen.", "Prenez la sortie."),
    Said(.exitRight, "Take the exit on the right.", "Die Ausfahrt rechts nehmen.", "Prenez la sortie à droite."),
    Said(.exitLeft, "Take the exit on the left.", "Die Ausfahrt links nehmen.", "Prenez la sortie à gauche."),
    Said(.rampStraight, "Take the ramp.", "Die Auffahrt nehmen.", "Prenez la bretelle."),
    Said(.rampRight, "Take the ramp on the right.", "Die Auffahrt rechts nehmen.", "Prenez la bretelle à droite."),
    Said(.rampLeft, "Take the ramp on the left.", "Die Auffahrt links nehmen.", "Prenez la bretelle à gauche."),
    Said(
      .merge, "Merge onto the main road.", "Auf die Hauptfahrbahn einfädeln.",
      "Insérez-vous sur la chaussée principale."),
    Said(.forkStraight, "Keep straight.", "Geradeaus halten.", "Gardez le milieu."),
    Said(.forkRight, "Keep right.", "Rechts halten.", "Serrez à droite."),
    Said(.forkLeft, "Keep left.", "Links halten.", "Serrez à gauche."),
    Said(.ferry, "Take the ferry.", "Die Fähre nehmen.", "Prenez le ferry."),
    Said(.arrive, "Arrive.", "Das Ziel erreichen.", "Arrivée."),
    Said(.arriveRight, "Arrive, on the right.", "Das Ziel auf der rechten Seite erreichen.", "Arrivée, sur la droite."),
    Said(.arriveLeft, "Arrive, on the left.", "Das Ziel auf der linken Seite erreichen.", "Arrivée, sur la gauche."),
    Said(.depart, "Head out.", "Richtung Ziel starten.", "Partez vers la destination."),
    Said(.depart, "Head east.", "Richtung Osten starten.", "Partez vers l'est.") { $0.bearing = 90 },
    Said(
      .departUTurn, "Make a U-turn and head southwest.", "Wenden und Richtung Südwesten starten.",
      "Faites demi-tour et partez vers le sud-ouest."
    ) { $0.bearing = 225 },
  ])
  func `is whole without a road`(said: Said) { Self.check(said, \.full) }

  private static func onto(_ road: String, _ places: String...) -> (inout PhraseValues) -> Void {
    return {
      $0.road = road
      $0.destinations = places
    }
  }

  @Test(arguments: [
    Said(
      .turnStraight, "Go straight onto Ringstraße.", "Geradeaus der Ringstraße folgen.",
      "Allez tout droit sur Ringstraße.", onto("Ringstraße")),
    Said(
      .turnRight, "Turn right onto B 3.", "Rechts auf die B 3 abbiegen.", "Tournez à droite sur la B 3.", onto("B 3")),
    Said(
      .turnRight, "Turn right onto B 3 towards Basel.", "Rechts auf die B 3 Richtung Basel abbiegen.",
      "Tournez à droite sur la B 3 direction Basel.", onto("B 3", "Basel")),
    Said(
      .turnLeft, "Turn left towards Ulm, Bern and Basel.", "Links Richtung Ulm, Bern und Basel abbiegen.",
      "Tournez à gauche direction Ulm, Bern et Basel.", onto("", "Ulm", "Bern", "Basel")),
    Said(
      .turnSlightLeft, "Bear left onto Rue de Lyon.", "Halb links auf Rue de Lyon abbiegen.",
      "Tournez légèrement à gauche dans la rue de Lyon.", onto("Rue de Lyon")),
    Said(
      .uTurn, "Make a U-turn on Hauptstraße towards Ulm.", "Auf der Hauptstraße Richtung Ulm wenden.",
      "Faites demi-tour sur Hauptstraße direction Ulm.", onto("Hauptstraße", "Ulm")),
    Said(
      .continue, "Continue onto B 9 towards Ulm.", "Der B 9 Richtung Ulm folgen.",
      "Continuez sur la B 9 direction Ulm.", onto("B 9", "Ulm")),
    Said(
      .leaveFerry, "Leave the ferry onto D 3 towards Ulm.", "Die Fähre Richtung Ulm verlassen und der D 3 folgen.",
      "Quittez le ferry et continuez sur la D 3 direction Ulm.", onto("D 3", "Ulm")),
    Said(
      .roundaboutLeave, "Leave the roundabout onto B 9.", "Den Kreisverkehr auf die B 9 verlassen.",
      "Sortez du rond-point sur la B 9.", onto("B 9")),
    Said(
      .exitRight, "Take the exit on the right onto A 6 towards Ulm.",
      "Die Ausfahrt rechts auf die A 6 Richtung Ulm nehmen.",
      "Prenez la sortie à droite sur l'A 6 direction Ulm.", onto("A 6", "Ulm")),
    Said(
      .rampLeft, "Take the ramp on the left onto A 6.", "Die Auffahrt links auf die A 6 nehmen.",
      "Prenez la bretelle à gauche sur l'A 6.", onto("A 6")),
    Said(
      .merge, "Merge onto A 6 towards Ulm.", "Auf die A 6 Richtung Ulm einfädeln.",
      "Insérez-vous sur l'A 6 direction Ulm.", onto("A 6", "Ulm")),
    Said(
      .forkRight, "Keep right onto A 6 towards Ulm and Bern.",
      "Rechts Richtung Ulm und Bern halten und der A 6 folgen.",
      "Serrez à droite sur l'A 6 direction Ulm et Bern.", onto("A 6", "Ulm", "Bern")),
    Said(
      .ferry, "Take the ferry Vaxholm towards Ulm.", "Die Fähre Vaxholm Richtung Ulm nehmen.",
      "Prenez le ferry Vaxholm direction Ulm.", onto("Vaxholm", "Ulm")),
    Said(
      .arrive, "Arrive on Mühlweg.", "Das Ziel auf dem Mühlweg erreichen.", "Arrivée sur Mühlweg.", onto("Mühlweg")),
    Said(
      .arriveRight, "Arrive on Avenue d'Ostende, on the right.",
      "Das Ziel auf Avenue d'Ostende auf der rechten Seite erreichen.",
      "Arrivée sur l'avenue d'Ostende, sur la droite.", onto("Avenue d'Ostende")),
    Said(
      .depart, "Head north on Rue Grimaldi.", "Auf Rue Grimaldi Richtung Norden starten.",
      "Partez vers le nord dans la rue Grimaldi."
    ) { ($0.road, $0.bearing) = ("Rue Grimaldi", 0) },
  ])
  func `has its road and its places where its language wants them`(said: Said) { Self.check(said, \.full) }

  @Test(arguments: [
    Said(
      .turnRight, "Turn right to stay on B 3.", "Rechts abbiegen und auf der B 3 bleiben.",
      "Tournez à droite pour rester sur la B 3."
    ) { ($0.road, $0.isStay) = ("B 3", true) },
    Said(
      .forkLeft, "Keep left to stay on A 6 towards Ulm.", "Links Richtung Ulm halten und auf der A 6 bleiben.",
      "Serrez à gauche pour rester sur l'A 6 direction Ulm."
    ) { ($0.road, $0.isStay, $0.destinations) = ("A 6", true, ["Ulm"]) },
    Said(
      .merge, "Merge onto A 6 (Stadtring).", "Auf die A 6 (Stadtring) einfädeln.", "Insérez-vous sur l'A 6 (Stadtring)."
    ) { ($0.road, $0.addition) = ("A 6", "Stadtring") },
    Said(
      .turnLeft, "Turn left onto Rue de Lyon (N 7).", "Links auf Rue de Lyon (N 7) abbiegen.",
      "Tournez à gauche dans la rue de Lyon (N 7)."
    ) { ($0.road, $0.addition) = ("Rue de Lyon", "N 7") },
    Said(
      .forkRight, "Keep right onto A 5 to B 43 towards Basel.",
      "Rechts zur B 43 Richtung Basel halten und der A 5 folgen.",
      "Serrez à droite sur l'A 5 vers la B 43 direction Basel."
    ) { ($0.road, $0.numbers, $0.destinations) = ("A 5", ["B 43"], ["Basel"]) },
    Said(
      .forkRight, "Keep right to exit 7 towards Ulm.", "Rechts zur Ausfahrt 7 Richtung Ulm halten.",
      "Serrez à droite vers la sortie 7 direction Ulm."
    ) { ($0.exit, $0.destinations) = ("7", ["Ulm"]) },
    Said(
      .exitNumbered, "Take exit 7 (Ulm) onto B 3.", "Die Ausfahrt 7 (Ulm) auf die B 3 nehmen.",
      "Prenez la sortie 7 (Ulm) sur la B 3."
    ) { ($0.exit, $0.exitName, $0.road) = ("7", "Ulm", "B 3") },
    Said(
      .roundaboutExit, "At the roundabout, take the 2nd exit onto B 3 towards Ulm.",
      "Im Kreisverkehr die 2. Ausfahrt auf die B 3 Richtung Ulm nehmen.",
      "Au rond-point, prenez la 2e sortie sur la B 3 direction Ulm."
    ) { ($0.ordinal, $0.road, $0.destinations) = (2, "B 3", ["Ulm"]) },
    Said(
      .turnRight, "Turn right onto the path.", "Rechts auf den Fußweg abbiegen.", "Tournez à droite sur le sentier."
    ) { $0.kind = .path },
    Said(
      .continue, "Continue onto the path and walk your bicycle.", "Dem Fußweg folgen und das Fahrrad schieben.",
      "Continuez sur le sentier et poussez votre vélo."
    ) { ($0.kind, $0.isWalked) = (.path, true) },
  ])
  func `says on which road one stays, and what else it is called`(said: Said) { Self.check(said, \.full) }

  @Test(arguments: [
    Said(
      .merge, "Merge onto A 6, Stadtring, towards Ulm.", "Auf die A 6, Stadtring, Richtung Ulm einfädeln.",
      "Insérez-vous sur l'A 6, Stadtring, direction Ulm."
    ) { ($0.road, $0.addition, $0.destinations) = ("A 6", "Stadtring", ["Ulm"]) },
    Said(
      .merge, "Merge onto A 6, Stadtring.", "Auf die A 6, Stadtring, einfädeln.", "Insérez-vous sur l'A 6, Stadtring."
    ) { ($0.road, $0.addition) = ("A 6", "Stadtring") },
    Said(
      .roundaboutExit, "At the roundabout, take the first exit.", "Im Kreisverkehr die erste Ausfahrt nehmen.",
      "Au rond-point, prenez la première sortie."
    ) { $0.ordinal = 1 },
    Said(
      .exitNumbered, "Take exit 7, Ulm.", "Die Ausfahrt 7, Ulm, nehmen.", "Prenez la sortie 7, Ulm."
    ) { ($0.exit, $0.exitName) = ("7", "Ulm") },
    Said(
      .arrive, "You will arrive on B 3.", "Sie erreichen Ihr Ziel auf der B 3.",
      "Vous arrivez à destination sur la B 3."
    ) { $0.road = "B 3" },
  ])
  func `is spoken without brackets`(said: Said) { Self.check(said, \.spoken) }

  @Test(arguments: [
    Said(.merge, "Merge onto A 6", "Einfädeln auf die A 6", "Insérez-vous sur l'A 6") {
      ($0.road, $0.addition, $0.isRepeated) = ("A 6", "Stadtring", true)
    },
    Said(.turnRight, "Right onto Rue de Lyon", "Rechts auf Rue de Lyon", "À droite dans la rue de Lyon") {
      ($0.road, $0.isStay) = ("Rue de Lyon", true)
    },
    Said(.turnLeft, "Left towards Ulm", "Links Richtung Ulm", "À gauche direction Ulm", onto("", "Ulm", "Bern")),
    Said(.forkLeft, "Keep left to A 6", "Links halten zur A 6", "Serrez à gauche vers l'A 6") { $0.numbers = ["A 6"] },
  ])
  func `is short on a screen, which names every road`(said: Said) { Self.check(said, \.short) }

  @Test(arguments: [
    (150, "In 150 metres, turn right.", "In 150 Metern rechts abbiegen.", "Dans 150 mètres, tournez à droite."),
    (
      1000, "In 1 kilometre, turn right.", "In einem Kilometer rechts abbiegen.", "Dans 1 kilomètre, tournez à droite."
    ),
    (
      1500, "In 1.5 kilometres, turn right.", "In 1,5 Kilometern rechts abbiegen.",
      "Dans 1,5 kilomètre, tournez à droite."
    ),
    (
      2500, "In 2.5 kilometres, turn right.", "In 2,5 Kilometern rechts abbiegen.",
      "Dans 2,5 kilomètres, tournez à droite."
    ),
  ])
  func `follows a distance`(metres: Double, english: String, german: String, french: String) {
    func said(_ language: Language) -> String {
      language.sentence { bytes in
        language.notices[.distance].write(to: &bytes) { slot, bytes in
          switch slot {
          case .phrase: language.instruction(.turnRight, PhraseValues()).writeAhead(to: &bytes)
          case .distance: bytes += language.text(of: SpokenDistance(nearest: metres, in: .metric)).utf8
          }
        }
      }
    }
    #expect([Language.english, .german, .french].map(said) == [english, german, french])
  }

  @Test(arguments: [
    ("Main St.", "Turn right onto Main St.", "Turn right onto Main Street."),
    ("Main St", "Turn right onto Main St.", "Turn right onto Main Street."),
    ("Washington D.C.", "Turn right onto Washington D.C.", "Turn right onto Washington D.C."),
  ])
  func `ends in one full stop`(road: String, full: String, spoken: String) {
    var values = PhraseValues()
    values.road = road
    let words = Language.english.instruction(.turnRight, values)
    #expect(words.full == full)
    #expect(words.spoken == spoken)
  }
}

@Suite struct `Roundabouts with a name` {
  @Test(
    arguments: [
      ("Crown Circus", "At Crown Circus, take the 2nd exit.", "Im Kreisverkehr Crown Circus die 2. Ausfahrt nehmen."),
      ("Portway Roundabout", "At Portway Roundabout, take the 2nd exit.", nil),
      ("Markt", "At the Markt roundabout, take the 2nd exit.", "Am Markt die 2. Ausfahrt nehmen."),
      ("Alter Ring", "At the Alter Ring roundabout, take the 2nd exit.", "Am Alten Ring die 2. Ausfahrt nehmen."),
    ] as [(String, String, String?)])
  func `are named in English and German`(ring: String, english: String, german: String?) {
    var values = PhraseValues()
    (values.ring, values.ordinal) = (ring, 2)
    #expect(Language.english.instruction(.roundaboutExit, values).full == english)
    if let german { #expect(Language.german.instruction(.roundaboutExit, values).full == german) }
  }

  @Test(arguments: [
    ("Place de l'Étoile", "Sur la place de l'Étoile, prenez la 1re sortie."),
    ("Rond-Point Sainte-Dévote", "Au rond-point Sainte-Dévote, prenez la 1re sortie."),
    ("Porte d'Italie", "À la porte d'Italie, prenez la 1re sortie."),
    ("Crown Circus", "Au rond-point Crown Circus, prenez la 1re sortie."),
  ])
  func `have their preposition in French`(ring: String, sentence: String) {
    var values = PhraseValues()
    (values.ring, values.ordinal) = (ring, 1)
    #expect(Language.french.instruction(.roundaboutExit, values).full == sentence)
  }
}

@Suite struct `Roads in French` {
  @Test(arguments: [
    ("A 6", "sur l'A 6"), ("N 7", "sur la N 7"), ("D906", "sur la D906"), ("E 15", "sur l'E 15"), ("M 6", "sur la M 6"),
    ("Rue Grimaldi", "dans la rue Grimaldi"), ("Grand'Rue", "dans la Grand'Rue"),
    ("Avenue d'Ostende", "sur l'avenue d'Ostende"), ("Av. Foch", "sur l'Av. Foch"),
    ("Boulevard du Larvotto", "sur le boulevard du Larvotto"), ("Allée des Tilleuls", "dans l'allée des Tilleuls"),
    ("Allées des Boulingrins", "sur les allées des Boulingrins"), ("Impasse du Moulin", "dans l'impasse du Moulin"),
    ("Place du Palais", "sur la place du Palais"), ("Quai Antoine Ier", "sur le quai Antoine Ier"),
    ("Route de la Piscine", "sur la route de la Piscine"), ("Ancienne Route de Lyon", "sur l'ancienne route de Lyon"),
    ("Chemin du Ténao", "sur le chemin du Ténao"), ("Vieux Chemin de Nice", "sur le vieux chemin de Nice"),
    ("Tunnel Dorsale", "dans le tunnel Dorsale"), ("Cours Mirabeau", "sur le cours Mirabeau"),
    ("Cour des Miracles", "dans la cour des Miracles"), ("2e Avenue", "sur la 2e Avenue"),
    ("Les Aubiers", "sur Les Aubiers"), ("rue de l'Église", "dans la rue de l'Église"),
  ])
  func `have their article, gender and elision`(name: String, onto: String) {
    var values = PhraseValues()
    (values.road, values.bearing) = (name, 270)
    #expect(Language.french.instruction(.turnRight, values).full == "Tournez à droite \(onto).")
    #expect(Language.french.instruction(.depart, values).full == "Partez vers l'ouest \(onto).")
    values.isStay = true
    #expect(Language.french.instruction(.turnRight, values).full == "Tournez à droite pour rester \(onto).")
  }

  @Test(arguments: [
    ("Bac de Royan", "Prenez le bac de Royan."), ("Car Ferry", "Prenez le Car Ferry."),
    ("Navette du Port", "Prenez la navette du Port."), ("Vaxholm", "Prenez le ferry Vaxholm."),
  ])
  func `are ferries with an article`(name: String, sentence: String) {
    var values = PhraseValues()
    values.road = name
    #expect(Language.french.instruction(.ferry, values).full == sentence)
  }

  @Test func `are shortened at their beginning`() {
    var values = PhraseValues()
    values.road = "Avenue d'Ostende"
    #expect(Language.french.instruction(.turnLeft, values).short == "À gauche sur l'Av. d'Ostende")
    values.road = "Av. d'Ostende"
    #expect(Language.french.instruction(.turnLeft, values).spoken == "Tournez à gauche sur l'avenue d'Ostende.")
  }
}
