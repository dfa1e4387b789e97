/// What every GeoPackage has, in the words of the standard.
///
/// - Source: OGC 12-128r17 (GeoPackage 1.3), §1.1.1, §1.1.2, §1.1.3, §2.1.5, §2.3.1, annexes C, F.3 and F.9.
enum Standard {
  /// `GPKG`, and version 1.3.
  static let (applicationID, userVersion) = (0x4750_4B47, 10300)
  /// The primary key and the geometry of a table.
  static let (key, geometry) = ("fid", "geom")
  static let srs = 4326
  /// The time of the last change: constant, because the same rows give the same bytes.
  static let lastChange = "1970-01-01T00:00:00.000Z"

  static let tables = """
    CREATE TABLE gpkg_spatial_ref_sys (
      srs_name TEXT NOT NULL,
      srs_id INTEGER NOT NULL PRIMARY KEY,
      organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL,
      definition TEXT NOT NULL,
      description TEXT
    );
    CREATE TABLE gpkg_contents (
      table_name TEXT NOT NULL PRIMARY KEY,
      data_type TEXT NOT NULL,
      identifier TEXT UNIQUE,
      description TEXT DEFAULT '',
      last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
      min_x DOUBLE,
      min_y DOUBLE,
      max_x DOUBLE,
      max_y DOUBLE,
      srs_id INTEGER,
      CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
    );
    CREATE TABLE gpkg_geometry_columns (
      table_name TEXT NOT NULL,
      column_name TEXT NOT NULL,
      geometry_type_name TEXT NOT NULL,
      srs_id INTEGER NOT NULL,
      z TINYINT NOT NULL,
      m TINYINT NOT NULL,
      CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
      CONSTRAINT uk_gc_table_name UNIQUE (table_name),
      CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
      CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
    );
    CREATE TABLE gpkg_extensions (
      table_name TEXT,
      column_name TEXT,
      extension_name TEXT NOT NULL,
      definition TEXT NOT NULL,
      scope TEXT NOT NULL,
      CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name)
    );
    CREATE TABLE gpkg_data_columns (
      table_name TEXT NOT NULL,
      column_name TEXT NOT NULL,
      name TEXT,
      title TEXT,
      description TEXT,
      mime_type TEXT,
      constraint_name TEXT,
      CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
      CONSTRAINT gdc_tn UNIQUE (table_name, name)
    );
    CREATE TABLE gpkg_data_column_constraints (
      constraint_name TEXT NOT NULL,
      constraint_type TEXT NOT NULL,
      value TEXT,
      min NUMERIC,
      min_is_inclusive BOOLEAN,
      max NUMERIC,
      max_is_inclusive BOOLEAN,
      description TEXT,
      CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value)
    );
    """

  static let rows = """
    INSERT INTO gpkg_spatial_ref_sys VALUES
      ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system'),
      ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
      ('WGS 84 geodetic', 4326, 'EPSG', 4326, '\(wgs84)', 'longitude/latitude in degrees on the WGS 84 spheroid');
    INSERT INTO gpkg_extensions VALUES
      ('gpkg_data_columns', NULL, 'gpkg_schema', '\(document)#extension_schema', 'read-write'),
      ('gpkg_data_column_constraints', NULL, 'gpkg_schema', '\(document)#extension_schema', 'read-write');
    """

  static let document = "http://www.geopackage.org/spec130/"

  private static let wgs84 = """
    GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],\
    AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,\
    AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]
    """

  /// The virtual table that is the spatial index of a layer.
  static func index(of table: String) -> String { "rtree_\(table)_geom" }

  /// The triggers that keep the index of a layer up to date when other programs edit it.
  static func indexTriggers(of table: String) -> String {
    let (index, row) = ("\"\(index(of: table))\"", "\"\(table)\"")
    let insertion = """
      INSERT OR REPLACE INTO \(index) VALUES (NEW."fid", ST_MinX(NEW."geom"), ST_MaxX(NEW."geom"), ST_MinY(NEW."geom"), \
      ST_MaxY(NEW."geom"));
      """
    let hasGeometry = "(NEW.\"geom\" NOTNULL AND NOT ST_IsEmpty(NEW.\"geom\"))"
    let hasNone = "(NEW.\"geom\" ISNULL OR ST_IsEmpty(NEW.\"geom\"))"
    return """
      CREATE TRIGGER "rtree_\(table)_geom_insert" AFTER INSERT ON \(row) WHEN \(hasGeometry)
      BEGIN \(insertion) END;
      CREATE TRIGGER "rtree_\(table)_geom_update1" AFTER UPDATE OF "geom" ON \(row)
      WHEN OLD."fid" = NEW."fid" AND \(hasGeometry)
      BEGIN \(insertion) END;
      CREATE TRIGGER "rtree_\(table)_geom_update2" AFTER UPDATE OF "geom" ON \(row)
      WHEN OLD."fid" = NEW."fid" AND \(hasNone)
      BEGIN DELETE FROM \(index) WHERE id = OLD."fid"; END;
      CREATE TRIGGER "rtree_\(table)_geom_update3" AFTER UPDATE ON \(row)
      WHEN OLD."fid" != NEW."fid" AND \(hasGeometry)
      BEGIN DELETE FROM \(index) WHERE id = OLD."fid"; \(insertion) END;
      CREATE TRIGGER "rtree_\(table)_geom_update4" AFTER UPDATE ON \(row)
      WHEN OLD."fid" != NEW."fid" AND \(hasNone)
      BEGIN DELETE FROM \(index) WHERE id IN (OLD."fid", NEW."fid"); END;
      CREATE TRIGGER "rtree_\(table)_geom_delete" AFTER DELETE ON \(row) WHEN OLD."geom" NOT NULL
      BEGIN DELETE FROM \(index) WHERE id = OLD."fid"; END;
      """
  }
}
