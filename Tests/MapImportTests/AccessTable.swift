/// Tags of ways and nodes, and to whom OpenStreetMap's documentation opens them.
///
/// One letter for each mode, in this order: car, truck, bus, taxi, motorcycle, scooter, bicycle, pedestrian. `y` yes,
/// `d` to begin or end there, `p` with permission, `w` walking beside the bicycle, `-` no. A second word is the
/// direction against the nodes of the way, if it differs.
enum AccessTable {
  /// `highway` values by themselves. Source: OSM wiki, OSM tags for routing/Access restrictions.
  static let classes = """
    highway=motorway | yyyyy--- --------
    highway=motorway_link | yyyyy---
    highway=trunk | yyyyyyyy
    highway=trunk_link | yyyyyyyy
    highway=primary | yyyyyyyy
    highway=primary_link | yyyyyyyy
    highway=secondary | yyyyyyyy
    highway=secondary_link | yyyyyyyy
    highway=tertiary | yyyyyyyy
    highway=tertiary_link | yyyyyyyy
    highway=unclassified | yyyyyyyy
    highway=residential | yyyyyyyy
    highway=living_street | yyyyyyyy
    highway=service | yyyyyyyy
    highway=road | yyyyyyyy
    highway=track | yyyyyyyy
    highway=busway | --y-----
    highway=bus_guideway | --y-----
    highway=pedestrian | ------wy
    highway=footway | ------wy
    highway=steps | ------wy
    highway=bridleway | -------y
    highway=cycleway | ------yy
    highway=path | ------yy
    highway=corridor | ------wy
    highway=elevator | ------wy
    highway=platform | ------wy
    railway=platform | ------wy
    public_transport=platform | ------wy
    man_made=pier | ------wy
    route=ferry | yyyyyyyy
    highway=trunk motorroad=yes | yyyyy---
    highway=primary motorroad=yes | yyyyy---
    highway=trunk motorroad=no | yyyyyyyy
    """

  /// The hierarchy of keys. Source: OSM wiki, Key:access.
  static let hierarchy = """
    highway=residential access=yes | yyyyyyyy
    highway=residential access=no | --------
    highway=residential vehicle=no | -------y
    highway=residential vehicle=yes | yyyyyyyy
    highway=residential motor_vehicle=no | ------yy
    highway=residential motorcar=no | -yyyyyyy
    highway=residential hgv=no | y-yyyyyy
    highway=residential psv=no | yy--yyyy
    highway=residential bus=no | yy-yyyyy
    highway=residential taxi=no | yyy-yyyy
    highway=residential motorcycle=no | yyyy-yyy
    highway=residential moped=no | yyyyy-yy
    highway=residential bicycle=no | yyyyyy-y
    highway=residential foot=no | yyyyyyy-
    highway=residential access=no vehicle=yes | yyyyyyy-
    highway=residential access=yes vehicle=no | -------y
    highway=residential access=no motor_vehicle=yes | yyyyyy--
    highway=residential access=yes motor_vehicle=no | ------yy
    highway=residential vehicle=no motor_vehicle=yes | yyyyyy-y
    highway=residential vehicle=yes motor_vehicle=no | ------yy
    highway=residential access=no motorcar=yes | y-------
    highway=residential access=yes motorcar=no | -yyyyyyy
    highway=residential vehicle=no motorcar=yes | y------y
    highway=residential motor_vehicle=no motorcar=yes | y-----yy
    highway=residential motor_vehicle=yes motorcar=no | -yyyyyyy
    highway=residential access=no bicycle=yes | ------y-
    highway=residential access=yes bicycle=no | yyyyyy-y
    highway=residential vehicle=no bicycle=yes | ------yy
    highway=residential vehicle=yes bicycle=no | yyyyyy-y
    highway=residential access=no vehicle=yes bicycle=no | yyyyyy--
    highway=residential access=yes foot=no | yyyyyyy-
    highway=residential access=no psv=yes | --yy----
    highway=residential access=no bus=yes | --y-----
    highway=residential access=no psv=yes taxi=no | --y-----
    highway=residential motor_vehicle=no psv=yes | --yy--yy
    highway=residential motor_vehicle=no bus=yes | --y---yy
    highway=residential motor_vehicle=no taxi=yes | ---y--yy
    highway=residential access=no hgv=designated | -y------
    highway=residential goods=no hgv=yes | yyyyyyyy
    highway=residential access=no motorcycle=yes moped=yes | ----yy--
    highway=trunk access=agricultural vehicle=designated motor_vehicle=permissive motorcar=no | -yyyyyy-
    highway=primary access=forestry motor_vehicle=yes | yyyyyy--
    highway=track access=forestry bicycle=permissive | ------y-
    highway=track access=forestry foot=permissive | ------wy
    highway=motorway access=private foot=yes | ppppp-wy -------y
    highway=footway vehicle=no bicycle=permissive | ------yy
    highway=cycleway access=yes vehicle=designated bicycle=no | yyyyyy-y
    highway=residential access=permissive bicycle=no | yyyyyy-y
    """

  /// The values of keys, also several. Source: OSM wiki, Key:access, "List of possible values".
  static let values = """
    highway=service access=permissive | yyyyyyyy
    highway=service access=designated | yyyyyyyy
    highway=service access=official | yyyyyyyy
    highway=service access=public | yyyyyyyy
    highway=service access=unknown | yyyyyyyy
    highway=service access=some_value | yyyyyyyy
    highway=service access=discouraged | yyyyyyyy
    highway=service access=destination | dddddddd
    highway=service access=customers | dddddddd
    highway=service access=delivery | dddddddd
    highway=service access=residents | dddddddd
    highway=service access=private | pppppppp
    highway=service access=permit | pppppppp
    highway=service access=employees | pppppppp
    highway=service access=agricultural | --------
    highway=service access=forestry | --------
    highway=service access=agricultural;forestry | --------
    highway=service access=military | --------
    highway=service access=emergency | --------
    highway=service access=psv | --yy----
    highway=service access=bus | --y-----
    highway=service access=taxi | ---y----
    highway=service access=minibus | --------
    highway=service access=share_taxi | --------
    highway=service access=tourist_bus | --------
    highway=service access=hov | yyyyyyyy
    highway=service access=foot | -------y
    highway=service access=bicycle | ------y-
    highway=service access=bicycle;foot | ------yy
    highway=service access=psv;bicycle | --yy--y-
    highway=service motor_vehicle=psv | --yy--yy
    highway=service motor_vehicle=bus | --y---yy
    highway=service vehicle=bicycle | ------yy
    highway=service access=customers;delivery | dddddddd
    highway=service access=private;customers | dddddddd
    highway=service motor_vehicle=agricultural;destination | ddddddyy
    highway=service motor_vehicle=destination;agricultural | ddddddyy
    highway=service motor_vehicle=agricultural;forestry | ------yy
    highway=service motor_vehicle=forestry;residents | ddddddyy
    highway=service motor_vehicle=private | ppppppyy
    highway=service vehicle=destination | dddddddy
    highway=service motorcar=destination | dyyyyyyy
    highway=service hgv=delivery | ydyyyyyy
    highway=service hgv=destination | ydyyyyyy
    highway=service bicycle=use_sidepath | yyyyyy-y
    highway=service foot=use_sidepath | yyyyyyy-
    highway=service bicycle=dismount | yyyyyywy
    highway=service bicycle=private | yyyyyypy
    highway=service access=no foot=designated | ------wy
    highway=service access=no foot=some_value | -------y
    highway=service access=no bicycle=some_value | ------y-
    highway=busway access=taxi | ---y----
    highway=residential access=customers vehicle=no | -------d
    """

  /// Keys that open what the class closes, and those that do not.
  static let foreign = """
    highway=footway bicycle=yes | ------yy
    highway=footway bicycle=designated | ------yy
    highway=footway bicycle=permissive | ------yy
    highway=footway bicycle=no | -------y
    highway=footway bicycle=dismount | ------wy
    highway=footway bicycle=destination | ------dy
    highway=footway access=yes | ------wy
    highway=footway access=no | --------
    highway=footway access=no foot=yes | ------wy
    highway=footway access=private | ------pp
    highway=footway foot=no | --------
    highway=footway vehicle=yes | yyyyyyyy
    highway=footway motor_vehicle=yes | yyyyyywy
    highway=footway motor_vehicle=destination | ddddddwy
    highway=footway motorcar=designated | y-----wy
    highway=footway moped=yes | -----ywy
    highway=footway vehicle=no | ------wy
    highway=pedestrian bicycle=yes | ------yy
    highway=pedestrian bicycle=no | -------y
    highway=pedestrian motor_vehicle=delivery | ddddddwy
    highway=pedestrian vehicle=delivery | dddddddy
    highway=pedestrian motorcar=destination | d-----wy
    highway=pedestrian access=destination | ------dd
    highway=steps bicycle=yes | ------yy
    highway=steps bicycle=no | -------y
    highway=steps access=yes | ------wy
    highway=steps motor_vehicle=yes | ------wy
    highway=steps vehicle=yes | ------yy
    highway=path bicycle=no | -------y
    highway=path foot=no | ------y-
    highway=path bicycle=dismount | ------wy
    highway=path motor_vehicle=yes | yyyyyyyy
    highway=path motorcycle=yes | ----y-yy
    highway=path foot=designated bicycle=no | -------y
    highway=cycleway foot=no | ------y-
    highway=cycleway bicycle=no | -------y
    highway=cycleway vehicle=no | -------y
    highway=cycleway access=no | --------
    highway=cycleway moped=designated | -----yyy
    highway=cycleway motor_vehicle=designated | yyyyyyyy
    highway=cycleway motor_vehicle=no | ------yy
    highway=cycleway moped=no | ------yy
    highway=bridleway bicycle=yes | ------yy
    highway=bridleway foot=yes | ------wy
    highway=bridleway foot=no | --------
    highway=busway motorcar=yes | y-y-----
    highway=busway psv=designated | --yy----
    highway=busway bicycle=yes | --y---y-
    highway=busway bicycle=yes foot=yes | --y---yy
    highway=motorway bicycle=yes | yyyyy-y- --------
    highway=motorway foot=yes | yyyyy-wy -------y
    highway=motorway moped=yes | yyyyyy-- --------
    highway=motorway_link bicycle=yes oneway=yes | yyyyy-y- --------
    highway=motorway access=yes | yyyyy--- --------
    highway=motorway cycleway=track | yyyyy-y- --------
    highway=motorway cycleway=lane | yyyyy-y- --------
    highway=motorway cycleway=no | yyyyy--- --------
    highway=motorway cycleway=yes | yyyyy--- --------
    highway=motorway cycleway:right=track | yyyyy-y- --------
    highway=motorway cycleway=track access=no | --------
    highway=trunk motorroad=yes bicycle=yes | yyyyy-y-
    highway=trunk motorroad=yes cycleway=track | yyyyy-y-
    highway=trunk motorroad=yes foot=yes | yyyyy-wy
    highway=platform bus=yes | ------wy
    public_transport=platform bus=yes | ------wy
    public_transport=platform bus=yes highway=footway | ------wy
    railway=platform bicycle=no | -------y
    railway=platform foot=no | --------
    man_made=pier foot=no | --------
    man_made=pier access=private | ------pp
    man_made=pier motor_vehicle=yes | yyyyyywy
    man_made=pier bicycle=yes | ------yy
    highway=elevator bicycle=no | -------y
    highway=elevator access=no | --------
    highway=service service=emergency_access | ------yy
    highway=service service=emergency_access motor_vehicle=yes | yyyyyyyy
    highway=service service=driveway | yyyyyyyy
    highway=runway bicycle=yes | ------y-
    highway=runway vehicle=yes | yyyyyyy-
    highway=runway access=yes | yyyyyyyy
    highway=runway access=private bicycle=yes | ppppppyp
    highway=runway motorcar=yes | y-------
    highway=runway foot=yes | ------wy
    highway=some_value access=permissive | yyyyyyyy
    highway=some_value cycleway=track | ------y-
    route=ferry motor_vehicle=no | ------yy
    route=ferry foot=no | yyyyyyy-
    route=ferry bicycle=no | yyyyyy-y
    route=ferry access=no foot=yes | ------wy
    """

  /// Directions. Source: OSM wiki, Key:oneway, Key:oneway:bicycle, Key:cycleway, Key:busway, Key:conveying.
  static let directions = """
    highway=primary oneway=yes | yyyyyyyy -------y
    highway=primary oneway=true | yyyyyyyy -------y
    highway=primary oneway=1 | yyyyyyyy -------y
    highway=primary oneway=-1 | -------y yyyyyyyy
    highway=primary oneway=reverse | -------y yyyyyyyy
    highway=primary oneway=no | yyyyyyyy
    highway=primary oneway=false | yyyyyyyy
    highway=primary oneway=0 | yyyyyyyy
    highway=primary oneway=nonsense | yyyyyyyy
    highway=primary oneway=alternating | yyyyyyyy
    highway=primary junction=roundabout | yyyyyyyy -------y
    highway=primary junction=circular | yyyyyyyy -------y
    highway=primary junction=roundabout oneway=no | yyyyyyyy
    highway=primary junction=roundabout oneway=-1 | -------y yyyyyyyy
    highway=motorway oneway=no | yyyyy---
    highway=motorway_link oneway=-1 | -------- yyyyy---
    highway=motorway_link junction=roundabout | yyyyy--- --------
    highway=primary oneway:motorcar=yes | yyyyyyyy -yyyyyyy
    highway=primary oneway:motor_vehicle=yes | yyyyyyyy ------yy
    highway=primary oneway:vehicle=yes | yyyyyyyy -------y
    highway=primary oneway:motorcar=yes oneway:motor_vehicle=no | yyyyyyyy -yyyyyyy
    highway=primary oneway:motor_vehicle=yes oneway:vehicle=no | yyyyyyyy ------yy
    highway=primary oneway=no oneway:vehicle=yes | yyyyyyyy -------y
    highway=primary oneway=yes oneway:motor_vehicle=no | yyyyyyyy yyyyyy-y
    highway=primary oneway=yes oneway:bicycle=no | yyyyyyyy ------yy
    highway=primary oneway=yes oneway:bicycle=yes | yyyyyyyy -------y
    highway=primary oneway=yes oneway:bicycle=-1 | yyyyyy-y ------yy
    highway=primary oneway=-1 oneway:bicycle=no | ------yy yyyyyyyy
    highway=primary oneway=no oneway:bicycle=yes | yyyyyyyy yyyyyy-y
    highway=primary oneway:bicycle=-1 | yyyyyy-y yyyyyyyy
    highway=primary junction=roundabout oneway:bicycle=no | yyyyyyyy ------yy
    highway=primary oneway=yes oneway:bus=no | yyyyyyyy --y----y
    highway=primary oneway=yes oneway:psv=no | yyyyyyyy --yy---y
    highway=primary oneway=yes oneway:taxi=no | yyyyyyyy ---y---y
    highway=primary oneway=yes oneway:moped=no | yyyyyyyy -----y-y
    highway=primary oneway=yes oneway:foot=yes | yyyyyyyy --------
    highway=primary oneway:foot=yes | yyyyyyyy yyyyyyy-
    highway=primary oneway=yes oneway:foot=-1 | yyyyyyy- -------y
    highway=motorway oneway:foot=no | yyyyy--- --------
    highway=primary oneway=yes cycleway=opposite | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway=opposite_lane | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway=opposite_track | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway=opposite_share_busway | yyyyyyyy ------yy
    highway=primary oneway=-1 cycleway=opposite | ------yy yyyyyyyy
    highway=primary oneway=no cycleway=opposite | yyyyyyyy
    highway=primary oneway=yes cycleway:left=opposite_lane | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway:right=opposite | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway:left=lane cycleway:left:oneway=-1 | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway:left=track cycleway:left:oneway=no | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway:right=track cycleway:right:oneway=no | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway:both=track cycleway:both:oneway=no | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway=track cycleway:oneway=no | yyyyyyyy ------yy
    highway=primary oneway=yes cycleway:right=track cycleway:right:oneway=yes | yyyyyyyy -------y
    highway=primary oneway=-1 cycleway:left:oneway=-1 | -------y yyyyyyyy
    highway=primary oneway=-1 cycleway:left:oneway=yes | ------yy yyyyyyyy
    highway=primary oneway=yes cycleway=lane | yyyyyyyy -------y
    highway=primary oneway=yes cycleway=track | yyyyyyyy -------y
    highway=primary oneway=yes bicycle=no cycleway=opposite | yyyyyy-y -------y
    highway=primary oneway=yes busway=opposite_lane | yyyyyyyy --y----y
    highway=primary oneway=yes busway:left=opposite_lane | yyyyyyyy --y----y
    highway=primary oneway=yes lanes:psv:backward=1 | yyyyyyyy --yy---y
    highway=primary oneway=yes lanes:bus:backward=1 | yyyyyyyy --y----y
    highway=primary oneway=yes bus:lanes:backward=designated | yyyyyyyy --y----y
    highway=primary oneway=yes lanes:psv:forward=1 | yyyyyyyy -------y
    highway=primary oneway=yes bus:backward=designated | yyyyyyyy --y----y
    highway=primary oneway=yes bicycle:backward=yes | yyyyyyyy ------yy
    highway=primary oneway=yes access:backward=yes | yyyyyyyy -------y
    highway=primary access:backward=no | yyyyyyyy --------
    highway=primary access:forward=no | -------- yyyyyyyy
    highway=primary access=no access:forward=yes | yyyyyyyy --------
    highway=primary access=yes access:forward=no | -------- yyyyyyyy
    highway=primary vehicle:backward=no | yyyyyyyy -------y
    highway=primary motor_vehicle:forward=no | ------yy yyyyyyyy
    highway=primary access:forward=no motorcar:forward=yes | y------- yyyyyyyy
    highway=primary access=no access:forward=no motorcar=yes | y-------
    highway=primary access=no access:forward=no motorcar=no motorcar:forward=yes | y------- --------
    highway=primary access:forward=yes motorcar=no | -yyyyyyy
    highway=primary foot:backward=no | yyyyyyyy yyyyyyy-
    highway=footway foot:backward=no | ------wy --------
    highway=footway motor_vehicle:backward=destination | ------wy ddddddwy
    highway=track motor_vehicle=destination;agricultural motor_vehicle:forward=destination | ddddddyy
    highway=cycleway bicycle:backward=designated foot:backward=designated | ------yy
    highway=cycleway oneway=yes | ------yy -------y
    highway=cycleway oneway=yes oneway:bicycle=no | ------yy
    highway=pedestrian oneway=yes | ------wy
    highway=footway oneway=yes | ------wy
    highway=footway oneway=yes bicycle=yes | ------yy -------y
    highway=footway oneway:foot=yes | ------wy --------
    highway=path oneway=yes | ------yy -------y
    highway=pedestrian vehicle:forward=yes | yyyyyyyy ------wy
    highway=residential oneway=yes foot=yes | yyyyyyyy -------y
    highway=steps conveying=forward | -------y --------
    highway=steps conveying=backward | -------- -------y
    highway=steps conveying=reversible | -------y
    highway=steps conveying=yes | -------y
    highway=steps conveying=no | ------wy
    highway=steps conveying=yes oneway=yes | -------y --------
    highway=steps conveying=yes oneway=-1 | -------- -------y
    highway=steps conveying=forward bicycle=yes | -------y --------
    highway=footway conveying=forward | -------y --------
    highway=footway conveying=backward | -------- -------y
    route=ferry oneway=yes | yyyyyyyy --------
    """

  /// What is not there, or cannot be used. `(nothing)` is no road at all.
  static let states = """
    highway=construction | (nothing)
    highway=construction construction=primary | (nothing)
    highway=construction foot=yes | (nothing)
    highway=construction bicycle=yes | (nothing)
    highway=proposed | (nothing)
    highway=proposed proposed=secondary access=yes | (nothing)
    highway=abandoned foot=yes | (nothing)
    highway=disused foot=yes | (nothing)
    highway=razed | (nothing)
    highway=raceway access=yes | (nothing)
    highway=services access=yes | (nothing)
    highway=rest_area | (nothing)
    highway=bus_stop bus=yes | (nothing)
    highway=some_value | (nothing)
    highway=some_value access=no | (nothing)
    highway=runway | (nothing)
    highway=runway psv=no | (nothing)
    abandoned:highway=primary | (nothing)
    disused:highway=primary access=yes | (nothing)
    proposed:highway=primary | (nothing)
    razed:highway=primary | (nothing)
    construction:highway=primary | (nothing)
    railway=rail bicycle=yes | (nothing)
    waterway=river boat=yes | (nothing)
    building=yes access=yes | (nothing)
    highway=primary construction=yes | (nothing)
    highway=primary construction=primary | (nothing)
    highway=primary construction=no | yyyyyyyy
    highway=primary construction=minor | yyyyyyyy
    highway=primary construction=widening | yyyyyyyy
    highway=primary proposed=yes | yyyyyyyy
    highway=tertiary proposed=secondary | yyyyyyyy
    highway=residential abandoned:highway=primary | yyyyyyyy
    highway=track abandoned=yes | (nothing)
    highway=track demolished=yes | (nothing)
    highway=track disused=yes | yyyyyyyy
    highway=track smoothness=very_horrible | yyyyyyyy
    highway=track smoothness=impassable | -------y
    highway=path smoothness=impassable | -------y
    highway=footway smoothness=impassable | -------y
    highway=primary smoothness=impassable access=yes | -------y
    highway=track impassable=yes | -------y
    highway=path ford=stepping_stones | -------y
    highway=track ford=yes | yyyyyyyy
    highway=track ice_road=yes | --------
    highway=unclassified winter_road=yes | --------
    highway=unclassified winter_road=no | yyyyyyyy
    highway=primary toll=yes | yyyyyyyy
    highway=primary hov=designated | yyyyyyyy
    highway=primary surface=mud tracktype=grade5 | yyyyyyyy
    """
}
