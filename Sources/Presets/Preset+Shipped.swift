extension Preset {
  /// The presets that come with the program, by their names in options: a line for each file of `Files`.
  package static let shipped: [(name: String, text: [UInt8])] = [
    ("ais-denmark", PackageResources.ais_denmark_toml),
    ("ais-marinecadastre", PackageResources.ais_marinecadastre_toml),
    ("elasticsearch", PackageResources.elasticsearch_toml),
    ("fit-csv", PackageResources.fit_csv_toml),
    ("flespi", PackageResources.flespi_toml),
    ("geolife", PackageResources.geolife_toml),
    ("geotab", PackageResources.geotab_toml),
    ("google-takeout", PackageResources.google_takeout_toml),
    ("google-timeline", PackageResources.google_timeline_toml),
    ("google-timeline-ios", PackageResources.google_timeline_ios_toml),
    ("google-timeline-raw", PackageResources.google_timeline_raw_toml),
    ("gtfs-rt", PackageResources.gtfs_rt_toml),
    ("mds-telemetry", PackageResources.mds_telemetry_toml),
    ("mds-trips", PackageResources.mds_trips_toml),
    ("navixy", PackageResources.navixy_toml),
    ("owntracks", PackageResources.owntracks_toml),
    ("rfms", PackageResources.rfms_toml),
    ("samsara", PackageResources.samsara_toml),
    ("sumo", PackageResources.sumo_toml),
    ("teltonika", PackageResources.teltonika_toml),
    ("traccar", PackageResources.traccar_toml),
    ("ved", PackageResources.ved_toml),
    ("wialon", PackageResources.wialon_toml),
    ("wialon-wln", PackageResources.wialon_wln_toml),
  ]
}
