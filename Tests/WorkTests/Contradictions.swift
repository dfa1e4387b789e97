import Detection
import Foundation
import Geodesy
import Guidance
import Matching
import Moments
import Reports
import RoadGraph
import Traces
import Trips

/// What one report says that cannot be true; empty for a right one.
func contradictions(in report: TripReport) -> [String] {
  let trip = report.trip
  return contradictions(inFixesOf: trip) + contradictions(inEdgesOf: trip, on: report.graph)
    + contradictions(inLegsOf: trip, on: report.graph) + contradictions(inSummaryOf: trip)
    + contradictions(in: report.itinerary.maneuvers, of: trip) + contradictions(in: report.events, of: trip)
}

/// Lengths are kept in millimetres, and places to a centimetre.
private let slack: Metres = 0.02

private func isOrdered(_ times: [Timestamp?]) -> Bool {
  zip(times, times.dropFirst()).allSatisfy { earlier, later in
    guard let earlier, let later else { return (earlier == nil) == (later == nil) }
    return earlier <= later
  }
}

private func contradictions(inFixesOf trip: Trip) -> [String] {
  let fixes = trip.matched.fixes
  let driven = Set(trip.edges.map(\.edge))
  var found: [String] = []
  if fixes.count != trip.matched.trace.fixes.count { found.append("\(fixes.count) results for other fixes") }
  for (index, fix) in fixes.enumerated() {
    if (fix.status == .matched) != (fix.position != nil) { found.append("fix \(index) has a status without a place") }
    if (fix.status == .matched) != (fix.reason == nil) { found.append("fix \(index) has a status without a reason") }
    if !(0...1).contains(fix.confidence) { found.append("fix \(index) has confidence \(fix.confidence)") }
    if let runnerUp = fix.runnerUp {
      if runnerUp.edge == fix.position?.edge { found.append("fix \(index) is its own runner-up") }
      if !(0...1.000001).contains(fix.confidence + runnerUp.probability) {
        found.append("fix \(index) has confidence \(fix.confidence) and its runner-up \(runnerUp.probability)")
      }
    }
    if let edge = fix.position?.edge, !driven.contains(edge) { found.append("fix \(index) is on an edge not driven") }
  }
  return found
}

private func contradictions(inEdgesOf trip: Trip, on graph: RoadGraph) -> [String] {
  trip.edges.enumerated().flatMap { index, edge -> [String] in
    var found: [String] = []
    if edge.begin < 0 || edge.begin > edge.end || edge.end > graph.length(of: edge.edge) + slack {
      found.append("edge \(index) runs from \(edge.begin) to \(edge.end)")
    }
    if !isOrdered([edge.enterTime, edge.exitTime]) { found.append("edge \(index) is left before it is entered") }
    if !(0...1).contains(edge.confidence) { found.append("edge \(index) has confidence \(edge.confidence)") }
    return found
  }
}

private func contradictions(inLegsOf trip: Trip, on graph: RoadGraph) -> [String] {
  var found: [String] = []
  if trip.legs.flatMap({ Array($0.edges) }) != Array(trip.edges.indices) { found.append("legs do not cover the edges") }
  if trip.gaps.count != max(0, trip.legs.count - 1) { found.append("\(trip.gaps.count) gaps, \(trip.legs.count) legs") }
  if !isOrdered(trip.edges.flatMap { [$0.enterTime, $0.exitTime] }) { found.append("times run back between edges") }
  for (number, leg) in trip.legs.enumerated() {
    let edges = trip.edges[leg.edges]
    if edges.isEmpty || edges.contains(where: { $0.leg != number }) { found.append("leg \(number) has others' edges") }
    for (one, next) in zip(edges, edges.dropFirst()) where !isJoined(one, next, on: graph) {
      found.append("leg \(number): \(one.edge) \(one.end) does not lead to \(next.edge) \(next.begin)")
    }
  }
  return found
}

/// Head to tail, or turned round on the road.
private func isJoined(_ one: TripEdge, _ next: TripEdge, on graph: RoadGraph) -> Bool {
  let length = graph.length(of: one.edge)
  if next.edge == one.edge.reversed && abs(one.end + next.begin - length) <= slack { return true }
  return graph.head(of: one.edge) == graph.tail(of: next.edge) && abs(one.end - length) <= slack
    && next.begin <= slack
}

private func contradictions(inSummaryOf trip: Trip) -> [String] {
  let summary = trip.summary
  var found: [String] = []
  let length = trip.edges.reduce(0) { $0 + $1.length }
  if abs(length - summary.length) > slack { found.append("edges of \(length) m in a trip of \(summary.length) m") }
  if summary.fixes != trip.matched.fixes.count { found.append("\(summary.fixes) fixes in the summary") }
  if summary.matched != trip.matched.fixes.count(where: { $0.status == .matched }) {
    found.append("\(summary.matched) matched in the summary")
  }
  let unmatched = summary.unmatchedByReason.reduce(0) { $0 + $1.count }
  if summary.matched + unmatched != summary.fixes { found.append("\(unmatched) fixes have a reason") }
  if ![summary.coverage, summary.confidence].allSatisfy((0...1).contains) { found.append("shares beyond 0…1") }
  if (trip.status == .ok) != (trip.reason == nil) { found.append("\(trip.status), \(trip.reason ?? "no reason")") }
  if !isOrdered([summary.beginTime, summary.endTime]) { found.append("the trip ends before it begins") }
  return found
}

private func contradictions(in maneuvers: [Maneuver], of trip: Trip) -> [String] {
  var found: [String] = []
  if maneuvers.isEmpty != trip.edges.isEmpty { found.append("\(maneuvers.count) maneuvers, \(trip.edges.count) edges") }
  if let first = maneuvers.first, first.type != .depart { found.append("begins with \(first.type)") }
  if let last = maneuvers.last, last.type != .arrive { found.append("ends with \(last.type)") }
  if !isOrdered(maneuvers.map(\.time)) { found.append("times of maneuvers run back") }
  if zip(maneuvers, maneuvers.dropFirst()).contains(where: { $0.distance > $1.distance + slack || $0.edge > $1.edge }) {
    found.append("maneuvers out of order")
  }
  for (index, maneuver) in maneuvers.enumerated() {
    if !trip.edges.indices.contains(maneuver.edge) { found.append("maneuver \(index) on edge \(maneuver.edge)") }
    if !(0...trip.summary.length + slack).contains(maneuver.distance) { found.append("maneuver \(index) off the trip") }
    if maneuver.details.words.full.isEmpty { found.append("maneuver \(index) says nothing") }
  }
  return found
}

private func contradictions(in events: [Event], of trip: Trip) -> [String] {
  let summary = trip.summary
  let wrongWay = events.filter { $0.type == .wrongWay }.reduce(0) { $0 + $1.length }
  let agreement = wrongWay > summary.length + slack ? ["\(wrongWay) m of wrong-way events"] : []
  let ofEach = events.enumerated().flatMap { index, event -> [String] in
    var found: [String] = []
    if !isOrdered([summary.beginTime, event.beginTime, event.endTime, summary.endTime]) && event.beginTime != nil {
      found.append("event \(index) \(event.type) lies outside the trip's time")
    }
    if !trip.matched.fixes.indices.contains(event.fixes.lowerBound)
      || !trip.matched.fixes.indices.contains(event.fixes.upperBound)
    {
      found.append("event \(index) has fixes \(event.fixes)")
    }
    if let edge = event.edge, !trip.edges.indices.contains(edge) { found.append("event \(index) on edge \(edge)") }
    if !(0...1).contains(event.confidence) { found.append("event \(index) has confidence \(event.confidence)") }
    if !(event.length >= 0 && event.length.isFinite) { found.append("event \(index) of \(event.length) m") }
    return found
  }
  return agreement + ofEach
}
