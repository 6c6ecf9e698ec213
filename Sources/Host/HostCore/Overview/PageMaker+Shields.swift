// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Pages
import ScreenTimeRules
import Surfaces

/// The pages of shields: closed items, the reasons, and the ways to open them.
extension PageMaker {
  private var shielded: [(item: Item, shield: Shield)] {
    var items = Set(knownItems)
    if let up = facts.state.shield { items.insert(up.item) }
    return items.sorted().compactMap { item in facts.shield(over: item).map { (item, $0) } }
  }

  func shields() throws -> Page {
    let closed = shielded
    let rows = closed.map { item, shield in
      [
        Page.Cell(name(item), link: shieldAddress(item)), Page.Cell(family(shield.family)),
        Page.Cell(Phrase(facts.explainShield(of: item).reason.sentence(words))),
        Page.Cell(Phrase(EnforcementTable.row(.setSetting).carrier == .nothing ? "nothing" : "a page of this host")),
      ]
    }
    let open = facts.state.grants.filter { now < $0.value }.sorted { $0.key < $1.key }
    var sections = [
      Page.Section(
        "Closed now", text: closed.isEmpty ? ["Nothing is shielded."] : [],
        table: closed.isEmpty
          ? nil : Page.Table("Shielded items", columns: ["Item", "By", "Why", "Held by"], rows: rows))
    ]
    if !open.isEmpty {
      sections.append(
        Page.Section(
          "Open for a limited time",
          table: Page.Table(
            "Items with a time grant", columns: ["Item", "Until", "Act"],
            rows: open.map { item, until in
              [
                Page.Cell(name(item), link: address(item)), Page.Cell(Phrase(moment(until))),
                Page.Cell("", controls: hidesNames ? [] : [endGrant(item)]),
              ]
            })))
    }
    if let picture = shownShield { sections.append(picture) }
    sections += closed.filter { !hidesNames && $0.item != facts.state.shield?.item }.prefix(50).map { item, _ in
      Page.Section(name(item), text: [Self.aboutControls], controls: shieldControls(item))
    }
    let says: Phrase =
      closed.isEmpty
      ? "Nothing is shielded." : closed.count == 1 ? "One item is closed." : "\(closed.count) items are closed."
    return try page(.shields, title: "Shields", says: says, sections)
  }

  private static let aboutControls: Phrase = "First the buttons of its shield, then the ways to get more time."

  /// The shield on screen, with its buttons.
  private var shownShield: Page.Section? {
    guard let shield = facts.state.shield else { return nil }
    let picture = hidesNames ? nil : self.picture(of: shield)
    return Page.Section(
      "On screen: \(name(shield.item))", text: [Self.aboutControls], picture: picture,
      controls: shieldControls(shield.item))
  }

  /// The look of the shield on screen; the default one until its family's has arrived.
  func picture(of shield: Shield) -> Page.Picture? {
    let shown = facts.owners.surfaces.shownShield
    let surface = ShieldSurface(
      shown?.look(of: shield) ?? ShieldContent(), itemName: facts.name(of: shield.item),
      familyName: facts.parts.names.display(shield.family),
      environment: DrawEnvironment(
        facts.owners.configuration.environment, at: now, assets: facts.assets(of: shield.family)))
    guard let light = try? surface.screen(.light), let dark = try? surface.screen(.dark) else { return nil }
    return Page.Picture(
      "The shield over \(name(shield.item)), as \(family(shield.family)) draws it", light: light, dark: dark)
  }

  /// The buttons of an item's shield, and what its guardian can do. Nothing for an item that is not closed.
  func shieldControls(_ item: Item) -> [Control] {
    guard !hidesNames, let shield = facts.shield(over: item) else { return [] }
    let shown = facts.owners.surfaces.shownShield?.look(of: shield) ?? ShieldContent()
    func press(_ button: ShieldButton, _ word: String, _ label: String) -> Control {
      Control(
        .name(label), act: ["kind": "press", "item": .text(item.id), "button": .text(button.rawValue)],
        command: "sallyport shield press \(item.id) --button \(word)")
    }
    var controls = [
      press(.primaryButtonPressed, "primary", shown.primaryButton?.text ?? ShieldContent.standardPrimary)
    ]
    if let secondary = shown.secondaryButton?.text {
      if shown.submenu.isEmpty {
        controls.append(press(.secondaryButtonPressed, "secondary", secondary))
      } else {
        let choices: [ShieldButton] = [
          .firstSecondarySubmenuItemPressed, .secondSecondarySubmenuItemPressed, .thirdSecondarySubmenuItemPressed,
        ]
        for (index, (choice, label)) in zip(choices, shown.submenu).enumerated() {
          controls.append(press(choice, "\(index + 1)", "\(secondary): \(label)"))
        }
      }
    }
    return controls + [ask(item)] + grants(item)
  }

  private func ask(_ item: Item) -> Control {
    Control(
      "Ask for more time", act: ["kind": "ask", "item": .text(item.id)],
      command: "sallyport ask \(item.id) --minutes 15 --why TEXT",
      fields: [
        Control.Field("seconds", "Minutes", .minutes, atMost: 1_440, value: "15"),
        Control.Field("reason", "Why", atMost: TimeRequest.reasonBytes, isOptional: true),
      ])
  }

  /// The controls that open an item for a limited time. On a child's device they are the guardian's.
  private func grants(_ item: Item) -> [Control] {
    func allow(_ label: Phrase, _ minutes: Int64) -> Control {
      Control(
        label, act: ["kind": "allow", "item": .text(item.id), "mode": "add", "seconds": .number(minutes * 60)],
        command: "sallyport allow \(item.id) --minutes \(minutes)" + (guardianDecides ? " --as guardian" : ""),
        needsGuardian: guardianDecides)
    }
    let day = Control(
      "Allow for the rest of the day", act: ["kind": "allow", "item": .text(item.id), "mode": "untilEndOfDay"],
      command: "sallyport allow \(item.id) --until-end-of-day" + (guardianDecides ? " --as guardian" : ""),
      needsGuardian: guardianDecides)
    return [allow("Allow 15 min", 15), allow("Allow 1 h", 60), day]
  }

  private func endGrant(_ item: Item) -> Control {
    Control(
      "End now", act: ["kind": "endGrant", "item": .text(item.id)], command: "sallyport allow \(item.id) --end")
  }

  // MARK: - Explanation

  func shield(_ address: PageAddress) throws -> Page {
    let item = try item(address.subject ?? "")
    let explained = facts.explainShield(of: item)
    let isClosed = facts.shield(over: item) != nil
    let rows = explained.lines.map { line in
      [
        Page.Cell(line.family.map { family($0) } ?? "operator"), Page.Cell(.name(line.store)),
        Page.Cell("`\(line.key.rawValue)`"),
        Page.Cell(Phrase(line.finding.sentence(words) + (line.isWinner ? " It wins." : ""))),
      ]
    }
    return try page(
      address, title: "Why \(name(item)) is \(isClosed ? "closed" : "open")",
      says: Phrase(explained.reason.sentence(words)),
      [
        Page.Section(
          "Rules",
          text: rows.isEmpty
            ? ["No family and no operator has a rule about it."] : explained.notes.map { Phrase($0.sentence(words)) },
          table: rows.isEmpty
            ? nil
            : Page.Table("Every rule that bears on it", columns: ["Who", "Store", "Setting", "Says"], rows: rows))
      ]
        + (isClosed && !hidesNames
          ? [Page.Section("Open it", text: [Self.aboutControls], controls: shieldControls(item))] : []))
  }
}
