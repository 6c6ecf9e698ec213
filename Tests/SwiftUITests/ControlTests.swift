// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SwiftUI
import Testing

@MainActor @Suite struct ControlTests {
  private let label: WireValue = ["kind": "text", "text": "Go", "style": ["paint": "accent"]]

  @Test func `a button in a report is its label (VIEW-14)`() throws {
    let (node, session) = try resolved(Button("Go") {})
    #expect(node == label)
    #expect(session.diagnostics.count == 1)
    #expect(session.diagnostics[0].hasPrefix("interaction.sealed"))
  }

  @Test func `a button in a widget is inert`() throws {
    #expect(try tree(Button("Go") {}, at: .widget) == ["kind": "control", "form": "button", "child": label])
  }

  @Test func `handlers of a window are numbered in tree order (VIEW-27)`() throws {
    var taps: [String] = []
    let view = VStack {
      Button("Go", role: .cancel) { taps.append("first") }
      Text("b").onTapGesture { taps.append("second") }
    }
    let (node, session) = try resolved(view, at: .window)
    #expect(
      node == [
        "kind": "vstack",
        "children": [
          ["kind": "control", "form": "button", "action": 1, "role": "cancel", "child": label],
          ["kind": "control", "form": "button", "action": 2, "child": ["kind": "text", "text": "b"]],
        ],
      ])
    for action in session.actions { action(nil) }
    #expect(taps == ["first", "second"])
  }

  @Test func `a toggle shows its state and sets a new one`() throws {
    var isOn = false
    let binding = Binding(get: { isOn }, set: { isOn = $0 })
    let (node, session) = try resolved(Toggle("Strict", isOn: binding), at: .window)
    #expect(
      node == [
        "kind": "control", "form": "toggle", "on": false, "action": 1, "child": ["kind": "text", "text": "Strict"],
      ])
    session.actions[0](true)
    #expect(isOn)
  }

  @Test func `a disabled button has no action`() throws {
    let (node, session) = try resolved(Button("Go") {}.disabled(true), at: .window)
    #expect(session.actions.isEmpty)
    guard case .object(let object) = node else { return }
    #expect(object["action"] == nil)
  }

  @Test func `a custom button style draws the label`() throws {
    struct Loud: ButtonStyle {
      func makeBody(configuration: Configuration) -> some View { configuration.label.bold() }
    }
    #expect(
      try tree(Button("Go") {}.buttonStyle(Loud()), at: .widget) == [
        "kind": "control", "form": "button", "child": ["kind": "text", "text": "Go", "style": ["weight": "bold"]],
      ])
  }

  @Test func `a link is a link in a widget and a label in a report (VIEW-14)`() throws {
    let url = try #require(URL(string: "https://example.org/a"))
    let view = Link("Go", destination: url)
    #expect(try tree(view, at: .widget) == ["kind": "link", "url": "https://example.org/a", "child": label])
    #expect(try tree(view) == label)
  }

  @Test func `labels, progress views and gauges are encoded`() throws {
    #expect(
      try tree(Label("Games", systemImage: "gamecontroller")) == [
        "kind": "hstack",
        "children": [["kind": "symbol", "name": "gamecontroller"], ["kind": "text", "text": "Games"]],
      ])
    #expect(
      try tree(ProgressView("Done", value: 30, total: 60).progressViewStyle(.circular)) == [
        "kind": "progress", "value": 30_000, "maximum": 60_000, "style": "circular", "label": "Done",
      ])
    #expect(
      try tree(
        Gauge(value: 0.4) {
          Text("Use")
        } currentValueLabel: {
          Text("40 %")
        })
        == ["kind": "gauge", "value": 400, "label": "Use", "current": "40 %"])
  }

  @Test func `a date in a meter's label stays live, in one line (VIEW-17)`() throws {
    let end = Date(timeIntervalSince1970: 1_800_000_000)
    let view = ProgressView(timerInterval: (end - 60)...end) {
      Text("Due at \(end, style: .time)\nor so")
    } currentValueLabel: {
      EmptyView()
    }
    let span: WireValue = ["from": 1_799_999_940_000, "to": 1_800_000_000_000, "countsDown": true]
    var plain = span.object
    plain["kind"] = "progress"
    var labelled = plain
    labelled["label"] = [
      ["text": "Due at "], ["date": 1_800_000_000_000, "style": "time"], ["text": " "], ["text": "or so"],
    ]
    #expect(try tree(view) == .object(labelled))
    // Without a label of its own, the bar shows its time.
    plain["current"] = [span]
    #expect(try tree(ProgressView(timerInterval: (end - 60)...end)) == .object(plain))
    let gauge = Gauge(value: 0.4) {
      Text("Until")
    } currentValueLabel: {
      Text(end, style: .timer)
    }
    #expect(
      try tree(gauge) == [
        "kind": "gauge", "value": 400, "label": "Until", "current": [["date": 1_800_000_000_000, "style": "timer"]],
      ])
  }

  @Test func `images are encoded by asset name`() throws {
    #expect(
      try tree(Image("bg7").resizable().scaledToFill())
        == ["kind": "image", "asset": "bg7", "resizable": true, "fit": "fill"])
  }

  @Test func `a canvas is an unsupported box (VIEW-9)`() throws {
    #expect(try tree(Canvas { _, _ in }) == ["kind": "unsupported", "type": "Canvas"])
  }
}

extension WireValue {
  fileprivate var object: WireObject { if case .object(let object) = self { object } else { [:] } }
}
