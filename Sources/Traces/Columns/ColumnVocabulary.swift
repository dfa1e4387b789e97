/// The words by which columns are known in the files of devices, fleets and researchers, as ``HeaderName/word``.
///
/// Languages: English, German, French, Spanish, Italian, Portuguese, Dutch.
enum ColumnVocabulary {
  /// How well a header name fits a column: the lower, the more certain; `nil` if it does not.
  static func rank(of name: String, as column: CSVColumn) -> Int? { ranks[column]?[name] }

  /// How well a name or, less certain, the end of a dotted one fits a column.
  static func rank(of name: HeaderName, as column: CSVColumn) -> Int? {
    if let rank = rank(of: name.word, as: column) { return rank }
    for ending in name.endings {
      if let rank = rank(of: ending, as: column) { return 1000 + rank }
    }
    return nil
  }

  private static let ranks = Dictionary(
    uniqueKeysWithValues: CSVColumn.allCases.map { column in
      let names = names(of: column).enumerated().map { ($1, $0) }
      return (column, Dictionary(names, uniquingKeysWith: min))
    })

  /// The most certain names first.
  static func names(of column: CSVColumn) -> [String] {
    switch column {
    case .trace:
      trips.flatMap(identified) + machines.flatMap(identified) + ["id", "uid", "uuid"] + others.flatMap(identified)
    case .vehicle: vehicleNames
    case .latitude:
      placed(["latitude", "lat", "breitengrad", "breite", "latitud", "latitudine", "breedtegraad"]) + ["y"]
    case .longitude:
      placed([
        "longitude", "lon", "lng", "long", "laengengrad", "laenge", "longitud", "longitudine", "lengtegraad",
      ]) + ["x"]
    case .time: measuredTimes + times + localTimes + serverTimes + dates
    case .date: dates
    case .speed: speeds.flatMap { [$0, "gps" + $0, $0 + "gps", "vehicle" + $0, $0 + "overground", "ground" + $0] }
    case .heading: headings.flatMap { [$0, "gps" + $0, $0 + "deg"] }
    case .accuracy:
      [
        "horizontalaccuracy", "haccuracy", "hacc", "gpsaccuracy", "accuracy", "positionaccuracy", "locationaccuracy",
        "genauigkeit", "precision", "precisione", "exactitud", "precisao", "nauwkeurigheid", "eph",
      ]
    case .hdop: ["hdop", "gpshdop"]
    case .valid: []
    case .latitudeHemisphere: sides("lat", "latitude", "ns", "northsouth", "nsindicator", "nshemisphere")
    case .longitudeHemisphere:
      sides("lon", "longitude", "ew", "eastwest", "ewindicator", "ewhemisphere") + sides("lng") + sides("long")
    case .position:
      [
        "position", "location", "where", "point", "geom", "geometry", "thegeom", "wkt", "wktgeom", "geojson",
        "coordinates",
        "coordinate", "coords", "latlon", "latlng", "latlong", "lonlat", "lnglat", "longlat", "gps", "gpsposition",
        "gpslocation", "gpscoordinates", "koordinaten", "standort", "coordonnees", "ubicacion", "posicion",
        "coordenadas", "posizione", "coordinate", "localizacao", "posicao", "locatie", "positie",
      ]
    }
  }

  // MARK: Traces

  private static let trips = [
    "trip", "journey", "track", "traj", "trajectory", "trace", "ride", "tour", "drive", "fahrt", "trajet", "parcours",
    "viaje", "viaggio", "viagem", "rit", "session", "shift",
  ]

  /// The most certain first: what identifies itself, and then who drives.
  private static let vehicles = machines + others

  private static let machines = [
    "vehicle", "veh", "device", "dev", "imei", "unit", "tracker", "terminal", "taxi", "cab", "bus", "truck", "lorry",
    "wagen", "lkw", "pkw",
    "van", "car", "bike", "asset", "equipment", "medallion", "vin", "mmsi", "fleet", "fleetvehicle", "msisdn",
    "deveui", "fahrzeug", "fzg", "geraet", "vehicule", "appareil", "vehiculo", "dispositivo", "unidad", "movil",
    "veicolo", "mezzo", "veiculo", "voertuig", "apparaat",
    "plate", "licenseplate", "licenceplate", "numberplate", "platenumber", "licplate", "license", "registration", "reg",
    "rego", "kennzeichen", "amtlicheskennzeichen", "immatriculation", "plaque", "plaqueimmatriculation", "matricula",
    "placa", "patente", "targa", "kenteken",
  ]

  /// Names that may change during a trip, or mean something else.
  private static let others = [
    "object", "obj", "entity", "sensor", "beacon", "mobile", "phone", "driver", "courier", "rider", "user", "person",
    "agent", "client", "individual", "animal", "fahrer", "conducteur", "chauffeur", "conductor",
    "conducente", "autista", "motorista", "bestuurder",
  ]

  private static let vehicleNames = vehicles.flatMap(identified)

  /// Whether a name certainly means a vehicle, which does not change during a trip.
  static func namesVehicle(_ name: HeaderName) -> Bool {
    ([name.word] + name.endings).contains(where: machineNames.contains)
  }

  private static let machineNames = Set(machines.flatMap(identified))

  /// `vehicleid`, `vehicle`, `vehiclenumber`, `idvehicle` and so on.
  private static func identified(_ subject: String) -> [String] {
    [
      "id", "", "uid", "uuid", "identifier", "localidentifier", "no", "nr", "num", "number", "nummer", "name", "code",
      "key", "ref", "label",
    ]
    .map { subject + $0 } + ["id" + subject, "gps" + subject + "id"]
  }

  // MARK: Places

  private static func placed(_ names: [String]) -> [String] {
    let places = [
      "gps", "position", "pos", "location", "loc", "geo", "point", "coordinate", "coord", "vehicle", "current",
    ]
    let prefixed = joined(places, names)
    let marked = names.flatMap { name in (places + ["decimal", "dec"]).map { name + $0 } }
    let decimal = joined(["decimal", "dec"], names)
    return [names, prefixed, decimal, marked].flatMap(\.self)
  }

  private static func sides(_ names: String...) -> [String] {
    let sides = ["hemisphere", "hemi", "dir", "direction", "ref", "indicator"]
    return joined(names, sides) + names.filter { $0.count == 2 }
  }

  // MARK: Times

  /// When the place was measured.
  private static let measuredTimes: [String] =
    joined(
      [
        "fix", "gps", "gnss", "position", "pos", "location", "loc", "sample", "measurement", "device", "dev", "event",
        "log",
      ],
      ["time", "timestamp", "datetime", "utc", "ts", "timeutc", "datetimeutc", "at"])
    + [
      "recordedat", "recordedtime", "recordtime", "recorddatetime", "capturedat", "measuredat", "measuretime",
      "observedat", "sampledat", "loggedat", "utcdatetime", "utctimestamp", "timeutc", "utctime", "timestamputc",
      "datetimeutc", "tst", "utc", "gmttime", "timegmt", "datetimegmt", "gmt",
    ]

  private static let times = [
    "timestamp", "time", "datetime", "timestampms", "timems", "epochms", "epoch", "epochtime", "epochseconds",
    "unixtime", "unixtimestamp", "unix", "posixtime", "ts", "t", "zeitstempel", "zeit", "datumzeit", "datumuhrzeit",
    "zeitpunkt", "messzeit",
    "uhrzeit", "horodatage", "horodate", "dateheure", "heure", "fechahora", "fechayhora", "hora", "marcadetiempo",
    "dataora", "orario", "ora", "datahora", "tijdstip", "tijd", "datumtijd", "when", "moment", "reportedat",
    "reporttime", "messagetime", "msgtime", "isotime", "timeiso", "timestampiso", "iso8601",
  ]

  private static let localTimes = [
    "localtime", "timelocal", "localdatetime", "datetimelocal", "localtimestamp", "timestamplocal", "ortszeit",
    "lokalzeit", "heurelocale", "horalocal", "oralocale",
  ]

  /// Times at which a server received or stored the record.
  private static let serverTimes = joined(
    [
      "server", "received", "receive", "created", "create", "inserted", "insert", "updated", "stored", "ingested",
      "saved",
    ],
    ["time", "timestamp", "datetime", "at", "on", "date"])

  private static let dates = [
    "date", "day", "datum", "tag", "jour", "fecha", "dia", "data", "gpsdate", "utcdate", "dateutc", "localdate",
    "recorddate", "fixdate", "datestamp",
  ]

  private static func joined(_ firsts: [String], _ seconds: [String]) -> [String] {
    firsts.flatMap { first in seconds.map { first + $0 } }
  }

  // MARK: Measures

  private static let speeds = [
    "speed", "velocity", "speedms", "geschwindigkeit", "tempo", "vitesse", "velocidad", "velocita", "velocidade",
    "snelheid", "sog", "spd",
  ]

  /// Whether a word before a unit of speed means speed: `geschw`, `velkm`, `geschwindigkeitin`.
  static func mayBeSpeed(_ word: String) -> Bool {
    let stems = ["geschw", "fahrgeschw", "speed", "spd", "vel", "vit", "snelh", "tempo", "sog", "v"]
    return stems.contains {
      word == $0 || word == $0 + "in" || $0.count > 2 && word.hasPrefix($0) && word.count <= $0.count + 10
    }
  }

  private static let headings = [
    "heading", "bearing", "course", "cog", "direction", "azimuth", "courseoverground", "trackangle", "truetrack", "hdg",
    "dir", "angle", "kurs", "richtung", "fahrtrichtung", "himmelsrichtung", "cap", "direccion", "rumbo", "direzione",
    "rotta", "direcao",
    "rumo", "richting", "koers", "orientation", "track",
  ]
}
