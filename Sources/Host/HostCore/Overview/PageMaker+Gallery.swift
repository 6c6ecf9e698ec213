// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Pages
import ScreenTimeRules
import Surfaces

/// The page of what families draw: shields, windows and widgets, and the person's acts on widgets.
extension PageMaker {
  /// The most widgets whose pictures one page holds.
  private static var mostPictures: Int { 50 }

  func gallery() throws -> Page {
    guard !hidesNames else {
      return try page(
        .gallery, title: "Gallery", says: "Surfaces contain names, so they are hidden.",
        [Page.Section("Surfaces", text: ["Open the console without `--no-names` to see them."])])
    }
    var surfaces: [Page.Section] = []
    if let shield = facts.state.shield, let picture = picture(of: shield) {
      surfaces.append(Page.Section("Shield", picture: picture))
    }
    surfaces += facts.owners.surfaces.windows.keys.sorted().compactMap { id in
      facts.window(of: id).flatMap { picture(of: $0, id) }.map {
        Page.Section("Window of \(family(id))", picture: $0)
      }
    }
    let widgets = facts.widgets
    surfaces += try widgets.prefix(Self.mostPictures).map(section)
    let count = surfaces.count + max(0, widgets.count - Self.mostPictures)
    let offers = offers()
    return try page(
      .gallery, title: "Gallery",
      says: count == 0
        ? "No surface is on screen." : "\(Self.count(count, "surface is", "surfaces are")) on screen.",
      (surfaces.isEmpty ? [Page.Section("Surfaces", text: ["None yet."])] : surfaces) + offers
        + (widgets.isEmpty ? [] : [lock()]))
  }

  // MARK: - Widgets

  private func control(
    _ label: Phrase, _ order: WidgetOrder, _ command: String, _ fields: [Control.Field] = [], warning: Phrase? = nil
  ) -> Control {
    Control(
      label, act: ["kind": "widget", "order": ActValue(coding: order)], command: "sallyport widgets \(command)",
      warning: warning, fields: fields)
  }

  private func section(_ widget: WidgetInstance) throws -> Page.Section {
    let shown = try facts.presented(widget)
    let tile = try? HomePage.Tile(
      shown, facts.owners.configuration.environment, assets: facts.assets(of: widget.family))
    var text: [Phrase] = [
      "\(name: shown.title), \(Self.spoken(shown.size)), number \(widget.place + 1) on the home page."
    ]
    if let stack = facts.stack(of: widget) { text.append("It is \(stack) in its stack.") }
    if !shown.note.isEmpty { text.append("It \(shown.note).") }
    return Page.Section(
      "Widget of \(family(widget.family)): \(name: shown.title)", text: text,
      picture: tile.map {
        Page.Picture("\(name: shown.title), a widget of \(family(widget.family))", light: $0.light, dark: $0.dark)
      },
      controls: try taps(widget) + parameters(of: widget) + arrangement(of: widget) + [
        control("Ask for a new timeline", .refresh(widget.id), "refresh \(short(widget))"),
        control(
          "Remove", .remove(widget.id), "remove \(short(widget))",
          warning: "The widget leaves the home page, with its timeline."),
      ])
  }

  private func short(_ widget: WidgetInstance) -> String { String(widget.id.prefix(8)) }

  /// The numbered areas as the host has them; a page can't say where a tap leads.
  private func taps(_ widget: WidgetInstance) throws -> [Control] {
    let areas = try facts.areas(of: widget).enumerated().map { index, target -> Control in
      let what: Phrase =
        switch target {
        case .url(let url): "open \(name: url)"
        case .intent(let intent, _): .name(intent)
        case .action: "a button"
        }
      return control(
        "Tap \(index + 1): \(what)", .tap(widget.id, area: index + 1), "tap \(short(widget)) --area \(index + 1)")
    }
    return [control("Tap", .tap(widget.id, area: nil), "tap \(short(widget))")] + areas
  }

  private func parameters(of widget: WidgetInstance) -> [Control] {
    let intent = facts.configuration(of: widget.kind, family: widget.family)
    return (intent?.parameters ?? []).map { parameter in
      let stored = widget.parameters.first { $0.name == parameter.name }?.wireValue?.value
      let value = stored.flatMap(parameter.type.text) ?? ""
      return control(
        "Set", .set(widget.id, name: parameter.name, value: ""),
        "configure \(short(widget)) --set \(parameter.name)=VALUE",
        [
          Control.Field(
            "order/set/value", .name(parameter.title), options: choices(of: parameter), atMost: 1_024, value: value,
            isOptional: parameter.isOptional)
        ])
    }
  }

  private func choices(of parameter: DescribedParameter) -> [Control.Field.Option] {
    guard !parameter.type.isList else { return [] }
    let options: [Control.Field.Option] =
      switch parameter.type.kind {
      case .bool: [Control.Field.Option("true", "yes"), Control.Field.Option("false", "no")]
      case .enumeration:
        parameter.type.cases.compactMap { choice in
          parameter.type.text(of: choice.value).map { Control.Field.Option($0, choice.title) }
        }
      case .int, .decimal, .string, .date, .url, .duration, .entity: []
      }
    return options.isEmpty || !parameter.isOptional ? options : [Control.Field.Option("", "none")] + options
  }

  /// The place on the home page and the stack.
  private func arrangement(of widget: WidgetInstance) -> [Control] {
    let all = facts.widgets
    var controls: [Control] = []
    if all.count > 1 {
      controls.append(
        control(
          "Move", .move(widget.id, to: 0), "move \(short(widget)) --to N",
          [
            Control.Field(
              "order/move/to", "To place", .number,
              options: (0..<all.count).map { Control.Field.Option("\($0)", "\($0 + 1)") }, value: "\(widget.place)")
          ]))
    }
    if facts.stack(of: widget) != nil {
      controls.append(control("Take out of its stack", .unstack(widget.id), "unstack \(short(widget))"))
      if !facts.isInFront(widget) {
        controls.append(control("Bring to the front", .front(widget.id), "front \(short(widget))"))
      }
    }
    let others = all.filter { $0.id != widget.id && $0.size == widget.size }
    if !others.isEmpty {
      controls.append(
        control(
          "Put on another", .stack(widget.id, onto: ""), "stack \(short(widget)) --onto WIDGET",
          [
            Control.Field(
              "order/stack/onto", "Onto",
              options: others.map {
                Control.Field.Option($0.id, "\(facts.parts.names.display($0.family)), place \($0.place + 1)")
              }, value: others[0].id)
          ]))
    }
    return controls
  }

  /// The widgets that families offer.
  private func offers() -> [Page.Section] {
    let controls = facts.state.familyIDs.flatMap { id -> [Control] in
      (facts.offeredWidgets(of: id).description?.kinds ?? []).filter { !$0.sizes.isEmpty }.map { kind in
        control(
          "Add \(name: kind.title) of \(family(id))",
          .place(
            id, kind: kind.kind, size: kind.sizes[0].rawValue, facts.placedParameters(of: kind.kind, family: id)),
          "add \(id.rawValue) \(kind.kind) --size SIZE",
          [
            Control.Field(
              "order/place/size", "Size",
              options: kind.sizes.map { Control.Field.Option($0.rawValue, Self.spoken($0.rawValue)) },
              value: kind.sizes[0].rawValue)
          ])
      }
    }
    return controls.isEmpty ? [] : [Page.Section("Add a widget", controls: controls)]
  }

  /// A size as a person says it.
  private static func spoken(_ size: String) -> String {
    let words = [
      "systemSmall": "small", "systemMedium": "medium", "systemLarge": "large", "systemExtraLarge": "extra large",
      "accessoryCircular": "a circle on the locked screen", "accessoryRectangular": "a box on the locked screen",
      "accessoryInline": "a line on the locked screen",
    ]
    return words[size] ?? size
  }

  private func lock() -> Page.Section {
    let isLocked = facts.owners.widgets.lock.isLocked
    return Page.Section(
      "Locked screen",
      text: [
        isLocked
          ? "Widgets are shown as on a locked screen." : "Widgets are shown as on an unlocked screen."
      ],
      controls: [
        isLocked
          ? control("Unlock", .lock(.unlocked), "unlock") : control("Lock", .lock(.locked), "lock")
      ])
  }
}

extension ActValue {
  /// The coded form of a value, as the host reads it from the socket.
  init(coding value: some Encodable) {
    // The values of acts have no members that can't be coded.
    self =
      (try? CodedMember.text(of: value)).flatMap { try? JSONDecoder().decode(ActValue.self, from: Data($0.utf8)) }
      ?? .text("")
  }
}
