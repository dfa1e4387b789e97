/// Two decisions at a short distance.
extension JunctionSweeps {
  mutating func drawClosePairs() {
    for distance in [25.0, 40, 80] {
      drawTurnsOfOtherNames(distance)
      drawRingWithStreet(distance)
      drawTurnAfterDividedRoad(distance)
      drawTurnAfterFork(distance)
      drawTurnAfterSlipRoad(distance)
      drawOnewayPair(distance)
    }
    for distance in [120.0, 250] { drawExitAfterEntry(distance) }
  }

  private mutating func drawTurnsOfOtherNames(_ distance: Double) {
    begin("two-turns")
    text += """
      nodes w -250 0 a 0 0 b \(distance) 0 e 300 0 n 0 200 m \(distance) 200 s \(distance) -200
      tertiary w a b e "Main Street"
      residential a n "North Lane"
      residential b m "Mill Lane"
      residential b s "South Lane"
      drive n s : turn left onto Main Street; turn right onto South Lane
      drive n m : turn left onto Main Street; turn left onto Mill Lane
      drive s n : turn left onto Main Street; turn right onto North Lane
      drive w e : silent
      drive m s : silent or continue straight onto South Lane

      """
  }

  private mutating func drawRingWithStreet(_ distance: Double) {
    begin("ring-and-street")
    let corner = 18 + distance
    text += """
      arc r 0 0 18 0 330 12
      nodes w -250 0 b \(-corner) 0 c \(corner) 0 e 300 0 n 0 200 s 0 -200 p \(corner) 150 q \(-corner) -150
      secondary r0..r11 r0 junction=roundabout
      secondary w b r6 "Main Street"
      secondary r0 c e "Main Street"
      tertiary r3 n "North Road"
      tertiary s r9 "South Road"
      residential c p "After Lane"
      residential b q "Before Lane"
      drive w e : roundabout straight exit 2 onto Main Street
      drive w p : roundabout straight exit 2 onto Main Street; turn left onto After Lane
      drive q e : turn right onto Main Street; roundabout straight exit 2 onto Main Street
      drive q n : turn right onto Main Street; roundabout left exit 3 onto North Road
      drive n q : roundabout right exit 1 onto Main Street; turn left onto Before Lane

      """
  }

  private mutating func drawTurnAfterDividedRoad(_ distance: Double) {
    begin("divided-and-street")
    text += """
      nodes w1 -250 8 p 0 8 e1 250 8 w2 -250 -8 q 0 -8 e2 250 -8 s 0 -200
      nodes b 0 \(8 + distance) n 0 300 f 150 \(8 + distance) g -150 \(8 + distance)
      primary > e1 p w1 "Main Street"
      primary > w2 q e2 "Main Street"
      tertiary s q p b n "Side Street"
      residential g b f "Short Lane"
      drive w2 f : turn left onto Side Street; turn right onto Short Lane
      drive w2 g : turn left onto Side Street; turn left onto Short Lane
      drive g w1 : turn right onto Side Street; turn right onto Main Street
      drive g e2 : turn right onto Side Street; turn left onto Main Street
      drive s f : turn right onto Short Lane
      drive s n : silent

      """
  }

  private mutating func drawTurnAfterFork(_ distance: Double) {
    begin("fork-and-street")
    text += """
      nodes w -250 0 x 0 0
      polar b x \(distance) 25
      polar l x 300 25
      polar r x 300 -25
      polar s b 150 115
      secondary w x "Long Road"
      secondary x b l "Upper Road"
      secondary x r "Lower Road"
      residential b s "Side Lane"
      drive w l : turn|fork slight_left|left onto Upper Road
      drive w s : turn|fork slight_left|left onto Upper Road; turn left onto Side Lane
      drive w r : turn|fork slight_right|right onto Lower Road

      """
  }

  private mutating func drawTurnAfterSlipRoad(_ distance: Double) {
    begin("slip-and-street")
    text += """
      nodes w -250 0 k -40 0 c 0 0 e 250 0 n 0 250 m 0 -40 b 0 \(-40 - distance) s 0 -350 l1 -20 -5 l2 -5 -20
      nodes f 150 \(-40 - distance) g -150 \(-40 - distance)
      secondary w k c e "Main Street"
      tertiary n c m b s "Side Street"
      secondary_link > k l1 l2 m
      residential g b f "Short Lane"
      drive w l1 s : turn|ramp|fork right|slight_right onto Side Street
      drive w l1 f : turn|ramp|fork right|slight_right onto Side Street; turn left onto Short Lane
      drive w l1 g : turn|ramp|fork right|slight_right onto Side Street; turn right onto Short Lane
      drive f n : turn right onto Side Street

      """
  }

  /// Two oneway streets side by side are no divided road when they have names of their own.
  private mutating func drawOnewayPair(_ distance: Double) {
    begin("oneway-pair")
    text += """
      nodes w1 -250 \(distance) p 0 \(distance) e1 250 \(distance) w2 -250 0 q 0 0 e2 250 0 s 0 -200 n 0 \(distance + 200)
      secondary > e1 p w1 "Upper Street"
      secondary > w2 q e2 "Lower Street"
      residential s q p n "Side Street"
      drive w2 e2 : silent
      drive s n : silent
      drive w2 n : turn left onto Side Street
      drive w2 q p w1 : turn left onto Side Street; turn left onto Upper Street
      drive s w1 : turn left onto Upper Street
      drive s e2 : turn right onto Lower Street

      """
  }

  private mutating func drawExitAfterEntry(_ distance: Double) {
    begin("entry-and-exit")
    text += """
      nodes w -900 0 a 0 0 b \(distance) 0 e 1000 0 r -300 -70 k -80 -8 l \(distance + 80) -8 s \(distance + 300) -80
      motorway > w a b e ref="A 5"
      motorway_link > r k a
      motorway_link > b l s destination="Ulm"
      drive w e : silent
      drive r e : merge slight_left|left|straight onto A 5
      drive w s : ramp|fork slight_right|right toward Ulm
      drive r s : merge slight_left|left|straight onto A 5; ramp|fork slight_right|right toward Ulm

      """
  }
}
