import Geodesy
import Testing

@Suite struct `Bearings and turns` {
  @Test(arguments: [
    (0.0, 1.0, 0.0), (1, 1, 45), (1, 0, 90), (1, -1, 135), (0, -1, 180), (-1, -1, 225), (-1, 0, 270), (-1, 1, 315),
    (0, 0, 0), (-0.0, 1, 0),
  ])
  func `run clockwise from north`(x: Double, y: Double, degrees: Double) {
    let measured = bearing(from: .origin, to: LocalPoint(x: x, y: y))
    #expect(abs(measured - degrees) < 1e-12)
    #expect(measured.sign == .plus)
  }

  @Test func `stay below 360 a hair west of north`() {
    #expect(bearing(from: .origin, to: LocalPoint(x: -1e-17, y: 1)) == 0)
    #expect((359..<360).contains(bearing(from: .origin, to: LocalPoint(x: -1e-9, y: 1))))
  }

  @Test(arguments: [
    (0.0, 90.0, 90.0), (90, 0, -90), (350, 10, 20), (10, 350, -20), (0, 180, -180), (180, 0, -180), (90, 270, -180),
    (359, 359, 0), (0, 179.5, 179.5), (0, 180.5, -179.5), (0, 720, 0), (-350, 10, 0), (10, 1090, 0),
  ])
  func `are positive to the right`(begin: Double, end: Double, degrees: Double) {
    #expect(turn(from: begin, to: end) == degrees)
  }
}
