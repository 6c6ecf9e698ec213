// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

@MainActor @Suite struct StyleTests {
  private struct Percent: ProgressViewStyle {
    func makeBody(configuration: Configuration) -> some View {
      Text(verbatim: "\(Int((configuration.fractionCompleted ?? 0) * 100)) %")
    }
  }

  private struct Words: GaugeStyle {
    func makeBody(configuration: Configuration) -> some View {
      HStack {
        configuration.label
        Text(verbatim: "\(Int(configuration.value * 100))")
      }
    }
  }

  private struct Titled: GroupBoxStyle {
    func makeBody(configuration: Configuration) -> some View {
      VStack {
        configuration.label
        configuration.content
      }
    }
  }

  @Test func `a custom progress style draws the progress`() throws {
    let node = try tree(ProgressView(value: 1, total: 4).progressViewStyle(Percent()))
    #expect(node == ["kind": "text", "text": "25 %"])
    #expect(
      try tree(ProgressView(value: 1, total: 4).progressViewStyle(LinearProgressViewStyle(tint: .red)))
        == ["kind": "progress", "maximum": 4_000, "style": "linear", "value": 1_000])
  }

  @Test func `a custom gauge style receives the value as a fraction of its range`() throws {
    let node = try tree(Gauge(value: 15, in: 10...20) { Text("g") }.gaugeStyle(Words()))
    #expect(
      node == ["kind": "hstack", "children": [["kind": "text", "text": "g"], ["kind": "text", "text": "50"]]])
  }

  @Test func `a custom box style draws label and content`() throws {
    let node = try tree(GroupBox("Box") { Text("in") }.groupBoxStyle(Titled()))
    #expect(
      node == ["kind": "vstack", "children": [["kind": "text", "text": "Box"], ["kind": "text", "text": "in"]]])
  }

  @Test func `a picker with hidden labels is drawn without its label`() throws {
    let picker = Picker("Tab", selection: .constant(1)) { Text("One").tag(1) }.labelsHidden()
    let node = try tree(picker)
    #expect(
      node == [
        "kind": "hstack", "children": [["kind": "text", "text": "One", "style": ["paint": "secondary"]]],
      ])
  }

  @Test func `a paint masked by text is text in that paint`() throws {
    #expect(
      try tree(Color.red.mask(Text("Masked"))) == ["kind": "text", "text": "Masked", "style": ["paint": "red"]])
    #expect(
      try tree(Color.red.mask { Circle() })
        == [
          "kind": "shape", "shape": "rectangle", "fill": "red", "modifiers": [["apply": "mask", "shape": "circle"]],
        ])
  }

  @Test func `an input shows its text, or its prompt if it is empty`() throws {
    #expect(
      try tree(TextField("Name", text: .constant("")))
        == ["kind": "text", "text": "Name", "style": ["paint": "tertiary"]])
    #expect(try tree(TextField("Name", text: .constant("Ada"))) == ["kind": "text", "text": "Ada"])
    #expect(try tree(SecureField("Code", text: .constant("secret"))) == ["kind": "text", "text": "••••••"])
  }

  @Test func `a stepper stays within its bounds (VIEW-27)`() throws {
    var value = 9
    let binding = Binding(get: { value }, set: { value = $0 })
    let session = try resolved(Stepper("n", value: binding, in: 0...10, step: 2), at: .window).session
    #expect(session.actions.count == 2)
    session.actions[1](nil)
    #expect(value == 10)
    session.actions[0](nil)
    #expect(value == 8)
  }

  @Test func `a modifier that a picture can't show is reported once per kind (VIEW-26)`() throws {
    let view = VStack {
      Text("a").brightness(0.5)
      Text("b").brightness(0.2).contextMenu { Text("c") }
    }.sheet(isPresented: .constant(true)) { Text("d") }
    let session = try resolved(view).session
    #expect(session.diagnostics.count == 3)
    #expect(session.diagnostics.allSatisfy { $0.hasPrefix("view.dropped") })
  }

  @Test func `a timeline is drawn for the latest date of its schedule`() throws {
    let start = Date(timeIntervalSinceNow: -90)
    var drawn: Date?
    let view = TimelineView(.periodic(from: start, by: 60)) { context -> Text in
      drawn = context.date
      return Text("now")
    }
    _ = try tree(view)
    #expect(drawn == start.addingTimeInterval(60))
  }

  @Test func `a declared asset colour is found by name, in either appearance`() {
    UIColor._declareAsset("StyleTests.Brand", light: 0xFF00_00FF, dark: 0x00FF_00FF)
    let color = UIColor(named: "StyleTests.Brand")
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    #expect(color?._components(for: dark)._hexadecimal == "#00ff00ff")
    #expect(UIColor(named: "StyleTests.Other") == nil)
    #expect(UIColor(Color.red.opacity(0.5))._components(for: dark)._hexadecimal == "#ff453a80")
  }

  @Test func `a declared asset colour is drawn by value, any other by name`() throws {
    UIColor._declareAsset("StyleTests.Card", light: 0xFF00_00FF, dark: 0xFF00_00FF)
    #expect(
      try tree(Text("a").foregroundColor(Color("StyleTests.Card").opacity(0.5)))
        == ["kind": "text", "text": "a", "style": ["paint": "#ff000080"]])
    #expect(
      try tree(Text("a").foregroundColor(Color("StyleTests.Other")))
        == ["kind": "text", "text": "a", "style": ["paint": ["asset": "StyleTests.Other"]]])
  }
}
