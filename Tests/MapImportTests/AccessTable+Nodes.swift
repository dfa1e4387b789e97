extension AccessTable {
  /// Nodes. Source: OSM wiki, Key:barrier and the pages of its values.
  static let nodes = """
    barrier=bollard | ------yy
    barrier=bollard bollard=rising | ppppppyy
    barrier=bollard bollard=removable | ------yy
    barrier=gate | yyyyyyyy
    barrier=lift_gate | yyyyyyyy
    barrier=sliding_gate | yyyyyyyy
    barrier=hampshire_gate | yyyyyyyy
    barrier=bump_gate | yyyyyyyy
    barrier=sally_port | yyyyyyyy
    barrier=cattle_grid | yyyyyyyy
    barrier=toll_booth | yyyyyyyy
    barrier=border_control | yyyyyyyy
    barrier=entrance | yyyyyyyy
    barrier=gap | yyyyyyyy
    barrier=no | yyyyyyyy
    barrier=kerb | yyyyyyyy
    barrier=kerb kerb=raised | yyyyyyyy
    barrier=kerb kerb=lowered | yyyyyyyy
    barrier=height_restrictor | yyyyyyyy
    barrier=cycle_barrier | ------yy
    barrier=motorcycle_barrier | ------yy
    barrier=block | ------yy
    barrier=jersey_barrier | ------yy
    barrier=log | ------yy
    barrier=chain | ------yy
    barrier=debris | ------yy
    barrier=planter | ------yy
    barrier=kissing_gate | -------y
    barrier=stile | -------y
    barrier=turnstile | -------y
    barrier=full-height_turnstile | -------y
    barrier=squeeze | -------y
    barrier=bus_trap | -yy-yyyy
    barrier=sump_buster | -yy-yyyy
    barrier=wall | --------
    barrier=fence | --------
    barrier=hedge | --------
    barrier=ditch | --------
    barrier=retaining_wall | --------
    barrier=city_wall | --------
    barrier=guard_rail | --------
    barrier=some_value | ------yy
    barrier=wall access=yes | yyyyyyyy
    barrier=wall foot=yes | -------y
    barrier=fence access=permissive | yyyyyyyy
    barrier=hedge foot=designated bicycle=designated | ------yy
    barrier=wall access=no | --------
    barrier=bollard access=yes | yyyyyyyy
    barrier=bollard access=no | --------
    barrier=bollard access=agricultural | --------
    barrier=bollard motor_vehicle=yes | yyyyyyyy
    barrier=bollard bus=yes | --y---yy
    barrier=bollard psv=yes | --yy--yy
    barrier=bollard bicycle=no | -------y
    barrier=bollard foot=no | ------y-
    barrier=bollard moped=yes | -----yyy
    barrier=gate access=no | --------
    barrier=gate access=private | pppppppp
    barrier=gate access=agricultural | --------
    barrier=gate access=no foot=yes | -------y
    barrier=gate access=no foot=yes bicycle=yes | ------yy
    barrier=gate motor_vehicle=no | ------yy
    barrier=gate motor_vehicle=private | ppppppyy
    barrier=gate motor_vehicle=agricultural;forestry | ------yy
    barrier=gate locked=yes | pppppppp
    barrier=gate locked=yes foot=yes | pppppppy
    barrier=gate locked=no | yyyyyyyy
    barrier=gate access=delivery | dddddddd
    barrier=gate access=psv | --yy----
    barrier=gate access=some_value | yyyyyyyy
    barrier=kissing_gate bicycle=yes | ------yy
    barrier=stile bicycle=dismount | -------y
    barrier=cycle_barrier bicycle=no | -------y
    barrier=cycle_barrier bicycle=dismount | ------yy
    access=no | --------
    access=yes | yyyyyyyy
    access=private | pppppppp
    access=delivery | dddddddd
    access=emergency_vehicle | --------
    motor_vehicle=private | ppppppyy
    highway=crossing access=private | yyyyyyyy
    access=some_value | yyyyyyyy
    access=agricultural | --------
    access=psv | --yy----
    vehicle=no | -------y
    vehicle=yes | yyyyyyyy
    motor_vehicle=no | ------yy
    motorcar=no | -yyyyyyy
    bicycle=no | yyyyyy-y
    foot=no | yyyyyyy-
    access=no foot=yes | -------y
    access=no vehicle=yes | yyyyyyy-
    access=yes vehicle=no | -------y
    access=no bicycle=yes | ------y-
    vehicle=no bicycle=yes | ------yy
    access=yes motor_vehicle=no | ------yy
    vehicle=no motor_vehicle=yes | yyyyyy-y
    motor_vehicle=yes motorcar=no | -yyyyyyy
    highway=crossing bicycle=no | yyyyyyyy
    highway=crossing foot=no | yyyyyyyy
    highway=traffic_signals crossing=traffic_signals bicycle=no | yyyyyyyy
    highway=bus_stop bus=yes access=no | yyyyyyyy
    amenity=parking access=no | yyyyyyyy
    entrance=yes access=no | yyyyyyyy
    railway=level_crossing | yyyyyyyy
    highway=elevator | ------yy
    highway=elevator bicycle=no | -------y
    highway=elevator access=no | --------
    highway=turning_circle | yyyyyyyy
    ford=stepping_stones | -------y
    ford=yes | yyyyyyyy
    """
}
