/// How a shield is drawn, in the manner of the signs of a network.
package enum ShieldStyle: CaseIterable, Sendable {
  case interstate, usRoute, usState
  case autobahn, bundesstrasse
  case swissMotorway, swissRoad
  case autostrada, italianRoad
  case frenchRoad, frenchDepartment, frenchMetropolis
  case britishMotorway, britishPrimary, britishRoad
  case dutchMotorway, dutchRoad
  case spanishMotorway, spanishRoad, spanishRegional
  case european
  case plain
}
