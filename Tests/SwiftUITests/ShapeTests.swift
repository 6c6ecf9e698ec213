// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

/// A custom shape, as developers write it.
private struct Triangle: Shape {
  func path(in rect: CGRect) -> Path {
    var path = Path()
    path.move(to: CGPoint(x: rect.midX, y: rect.minY))
    path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
    path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
    path.closeSubpath()
    return path
  }
}

@MainActor @Suite struct ShapeTests {
  @Test func `shapes known to the tree keep their names`() throws {
    #expect(try tree(Circle()) == ["kind": "shape", "shape": "circle", "fill": "primary"])
    #expect(try tree(Capsule().fill(.red)) == ["kind": "shape", "shape": "capsule", "fill": "red"])
    #expect(
      try tree(RoundedRectangle(cornerRadius: 8).fill(Color(red: 1, green: 0.5, blue: 0, opacity: 0.5)))
        == ["kind": "shape", "shape": "rounded", "radius": 8_000, "fill": "#ff800080"])
  }

  @Test func `a colour is a filled rectangle`() throws {
    #expect(try tree(Color.blue) == ["kind": "shape", "shape": "rectangle", "fill": "blue"])
    #expect(
      try tree(Color.blue.opacity(0.25))
        == ["kind": "shape", "shape": "rectangle", "fill": ["color": "blue", "opacity": 250]])
  }

  @Test func `strokeBorder keeps the shape's name and insets it by half the line width`() throws {
    #expect(
      try tree(RoundedRectangle(cornerRadius: 16).strokeBorder(.red, lineWidth: 4)) == [
        "kind": "shape", "shape": "rounded", "radius": 14_000, "stroke": ["paint": "red", "width": 4_000],
        "modifiers": [["apply": "padding", "edges": [2_000, 2_000, 2_000, 2_000]]],
      ])
    let nested = try tree(Circle().inset(by: 3).inset(by: 1).fill(.blue))
    #expect(
      nested == [
        "kind": "shape", "shape": "circle", "fill": "blue",
        "modifiers": [["apply": "padding", "edges": [4_000, 4_000, 4_000, 4_000]]],
      ])
  }

  @Test func `the short forms of a shape equal its type`() throws {
    #expect(
      try tree(Text("a").clipShape(.rect(cornerRadius: 3)))
        == tree(Text("a").clipShape(RoundedRectangle(cornerRadius: 3))))
    #expect(try tree(Text("a").background(.red, in: .capsule)) == tree(Text("a").background(.red, in: Capsule())))
    #expect(try tree(Text("a").glassEffect(in: .circle)) == tree(Text("a").background(.regularMaterial, in: Circle())))
  }

  @Test func `an overlay is proposed the frame of its view (VIEW-5)`() throws {
    let framed = Color.red.frame(width: 30, height: 40).padding(5).overlay { Triangle() }
    let sized = Color.red.frame(width: 30, height: 40).padding(5).overlay { Triangle().frame(width: 40, height: 50) }
    guard case .object(let left) = try tree(framed), case .object(let right) = try tree(sized),
      case .array(let loose)? = left["modifiers"], case .array(let tight)? = right["modifiers"],
      case .object(let last)? = loose.last, case .object(let wanted)? = tight.last,
      case .object(let path)? = last["node"], case .object(let wantedPath)? = wanted["node"]
    else {
      Issue.record("no overlay")
      return
    }
    #expect(path["commands"] == wantedPath["commands"])
    #expect(path["commands"] != nil)
  }

  @Test func `a custom shape is a path in the proposed size`() throws {
    #expect(
      try tree(Triangle().fill(.green).frame(width: 100, height: 50)) == [
        "kind": "shape", "shape": "path", "fill": "green",
        "commands": [["M", 50_000, 0], ["L", 100_000, 50_000], ["L", 0, 50_000], ["Z"]],
        "modifiers": [["apply": "frame", "width": 100_000, "height": 50_000]],
      ])
  }

  @Test func `strokes and trimmed outlines are encoded`() throws {
    let ring = Circle().trim(from: 0.25, to: 1)
      .stroke(.red, style: StrokeStyle(lineWidth: 3, lineCap: .round, dash: [2, 1]))
    #expect(
      try tree(ring) == [
        "kind": "shape", "shape": "circle", "trim": [250, 1_000],
        "stroke": ["paint": "red", "width": 3_000, "cap": "round", "dash": [2_000, 1_000]],
      ])
  }

  @Test func `an arc becomes cubic curves with the right end points`() throws {
    var path = Path()
    path.addArc(center: .zero, radius: 10, startAngle: .zero, endAngle: .degrees(90), clockwise: false)
    #expect(
      try tree(path.fill(.red)) == [
        "kind": "shape", "shape": "path", "fill": "red",
        "commands": [["M", 10_000, 0], ["C", 10_000, 5_523, 5_523, 10_000, 0, 10_000]],
      ])
  }

  @Test(arguments: [(0.0, 90.0, true, 270.0), (0, 90, false, 90), (0, 360, false, 360), (90, 0, true, 90)])
  func `an arc is drawn in the given direction`(
    _ from: Double, _ to: Double, _ clockwise: Bool, _ sweep: Double
  ) throws {
    var path = Path()
    path.addArc(
      center: .zero, radius: 10, startAngle: .degrees(from), endAngle: .degrees(to), clockwise: clockwise)
    guard case .object(let node) = try tree(path.fill(.red)), case .array(let commands)? = node["commands"] else {
      Issue.record("no path")
      return
    }
    #expect(commands.count == 1 + Int((sweep / 90).rounded(.up)))
  }

  @Test func `gradients and materials are paints`() throws {
    let gradient = LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
    #expect(
      try tree(Rectangle().fill(gradient)) == [
        "kind": "shape", "shape": "rectangle",
        "fill": [
          "gradient": "linear", "from": [500, 0], "to": [500, 1_000],
          "stops": [["paint": "red", "at": 0], ["paint": "blue", "at": 1_000]],
        ],
      ])
    #expect(
      try tree(Rectangle().fill(.thinMaterial))
        == ["kind": "shape", "shape": "rectangle", "fill": ["material": "thin"]])
  }
}
