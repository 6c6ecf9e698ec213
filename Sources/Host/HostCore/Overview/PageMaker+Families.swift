// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Pages
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Surfaces

/// The pages of families and of the ledger.
extension PageMaker {
  func families() throws -> Page {
    let ids = facts.state.familyIDs
    let rows = ids.map { id in
      [
        Page.Cell(family(id), link: PageAddress(.family, id.rawValue)), Page.Cell(Phrase(standing(id))),
        Page.Cell("\(facts.nameableItems(of: id).count)"),
        Page.Cell("", controls: [openOrClose(id)]),
      ]
    }
    let approved = ids.count { facts.state.families[$0]?.isApproved == true }
    return try page(
      .families, title: "Families",
      says: ids.isEmpty
        ? "No family is installed."
        : approved == 0
          ? "No family may manage this device yet."
          : "\(approved) of \(ids.count) \(ids.count == 1 ? "family" : "families") may manage this device.",
      [
        Page.Section(
          "Installed",
          text: ids.isEmpty
            ? ["Put a manifest into a directory that `sallyport families` lists, and restart the host."] : [],
          table: ids.isEmpty
            ? nil
            : Page.Table(
              "What each may do", columns: ["Family", "Standing", "Items it can name", "App"], rows: rows))
      ])
  }

  private func standing(_ id: FamilyID) -> String {
    guard let state = facts.state.families[id] else { return "unknown" }
    guard state.isApproved else { return state.authorization == .denied ? "not allowed" : "not decided" }
    if state.member == .child { return "allowed by a guardian" }
    // Only one family can be a child's (A4); others manage the device as they do an adult's.
    return isChildsDevice ? "allowed, as on an adult’s device" : "allowed by you"
  }

  private func openOrClose(_ id: FamilyID) -> Control {
    if facts.owners.registry.isOpen(id) {
      return Control(
        "Close", act: ["kind": "close", "family": .text(id.rawValue)], command: "sallyport close \(id.rawValue)")
    }
    return Control(
      "Open", act: ["kind": "open", "family": .text(id.rawValue)], command: "sallyport open \(id.rawValue)")
  }

  // MARK: - One

  func family(_ address: PageAddress) throws -> Page {
    let id = FamilyID(address.subject ?? "")
    guard let state = facts.state.families[id] else {
      throw HostError(.usage, "The family “\(id.rawValue)” is not in this state; `sallyport state` lists them.")
    }
    let needsGuardian = state.member == .child || guardianDecides
    let flag = needsGuardian ? " --as guardian" : ""
    func control(
      _ label: Phrase, _ kind: ActValue, _ command: String, with more: [String: ActValue] = [:], _ warning: Phrase
    ) -> Control {
      Control(
        label, act: ["kind": kind, "family": .text(id.rawValue)].merging(more) { $1 },
        command: "sallyport \(command)" + flag, needsGuardian: needsGuardian, warning: warning)
    }
    var sections = [Page.Section]()
    if let window = window(of: id) { sections.append(window) }
    sections.append(Page.Section("App", controls: [openOrClose(id)]))
    if let suspension = facts.suspension(of: id) {
      sections.append(
        Page.Section(
          "Suspended", text: ["The policy was widened, and \(suspension.what.count) flows wait until you agree."],
          table: sheet(id),
          controls: [
            Control(
              "Agree", act: ["kind": "consent", "family": .text(id.rawValue), "policy": policyNumber],
              command: "sallyport consent \(id.rawValue) --agree" + flag, needsGuardian: needsGuardian, isDelayed: true)
          ]))
    } else {
      sections.append(
        Page.Section(
          "Access", table: sheet(id), controls: state.isApproved ? [changeOfProfile(id, needsGuardian)] : []))
    }
    if !hidesNames { sections.append(try told(id)) }
    let items = facts.nameableItems(of: id)
    sections.append(
      Page.Section(
        "Items it can name", text: items.isEmpty ? ["None."] : [],
        table: items.isEmpty
          ? nil
          : Page.Table(
            "Each by a code of this family", columns: ["Item", "Act"],
            rows: items.prefix(Self.rowsOfAPage).map { item in
              [
                Page.Cell(name(item), link: self.address(item)),
                Page.Cell(
                  "",
                  controls: hidesNames
                    ? []
                    : [
                      Control(
                        "Take back",
                        act: ["kind": "withdrawItem", "item": .text(item.id), "family": .text(id.rawValue)],
                        command: "sallyport tokens withdraw \(id.rawValue) \(item.id)" + flag,
                        needsGuardian: needsGuardian,
                        warning: "The family can no longer name the item, and its rules about it end.")
                    ]),
              ]
            })))
    if state.isApproved {
      sections.append(
        Page.Section(
          "End it",
          text: [
            ending(state.activityNames.count, state.storeNames.count)
          ],
          controls: [
            control(
              "New codes for all items", "resetTokens", "tokens reset \(id.rawValue)",
              "Everything that the family has stored about items becomes useless."),
            control(
              "Revoke", "revoke", "revoke \(id.rawValue)",
              "Its shields, limits and callbacks end now, and the family sees that it is no longer allowed."),
            control(
              "Revoke, but keep its shields", "revoke", "revoke \(id.rawValue) --keep-shields",
              with: ["keepsShields": true],
              "Its limits and callbacks end now. What it has closed stays closed, as your own rule."),
            control("Remove", "remove", "remove \(id.rawValue)", "All that it has is deleted. This can’t be undone."),
          ]))
    }
    return try page(address, title: family(id), says: "It is \(standing(id)).", sections)
  }

  private func ending(_ activities: Int, _ stores: Int) -> Phrase {
    let parts = [
      activities > 0 ? Self.count(activities, "activity", "activities") : nil,
      stores > 0 ? Self.count(stores, "store", "stores") : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? "Nothing of it runs now." : "This ends \(parts.joined(separator: " and "))."
  }

  private func changeOfProfile(_ id: FamilyID, _ needsGuardian: Bool) -> Control {
    Control(
      "Use this profile", act: ["kind": "consent", "family": .text(id.rawValue), "policy": policyNumber],
      command: "sallyport consent \(id.rawValue) --agree --profile PROFILE" + (needsGuardian ? " --as guardian" : ""),
      needsGuardian: needsGuardian, fields: profileField)
  }

  /// The policy behind a sheet, so that an answer to an older sheet is refused.
  var policyNumber: ActValue { .number(Int64(facts.owners.consent.policy.version)) }

  /// The profiles that the host allows; none to choose if it allows only the narrowest.
  var profileField: [Control.Field] {
    let wanted = facts.owners.consent.wanted
    let options = PrivacyProfile.allCases.filter { !PrivacyProfile.isWider($0, than: wanted) }
      .map { Control.Field.Option($0.rawValue, $0.rawValue) }
    return options.count < 2
      ? [] : [Control.Field("profile", "Profile", options: options, value: facts.profile.rawValue)]
  }

  private func window(of id: FamilyID) -> Page.Section? {
    guard let window = facts.window(of: id) else { return nil }
    let controls = window.controls.enumerated().map { index, control in
      var act: [String: ActValue] = [
        "kind": "tap", "family": .text(id.rawValue), "tree": .number(window.tree), "action": .number(control.action),
      ]
      var label: Phrase = .name(control.label)
      if let isOn = control.isOn {
        act["on"] = .flag(!isOn)
        label = "\(name: control.label): turn \(isOn ? "off" : "on")"
      }
      return Control(label, act: act, command: "sallyport tap \(id.rawValue) \(index + 1)")
    }
    return Page.Section("Its window", picture: hidesNames ? nil : picture(of: window, id), controls: controls)
  }

  func picture(of window: AppWindow, _ id: FamilyID) -> Page.Picture? {
    let names = facts.parts.names
    let presented = PresentedWindow(
      family: id, familyName: names.display(id), title: "", tree: window.tree, view: window.view, at: now)
    let reports = facts.owners.surfaces.drawnReports[id] ?? [:]
    let faces = reports.values.reduce(into: names.faces(in: window.view, of: id)) { faces, view in
      faces.merge(names.faces(in: view, of: id)) { first, _ in first }
    }
    func drawn(_ reports: [String: WireValue]) -> WindowSurface? {
      try? WindowSurface(
        presented, facts.owners.configuration.environment, assets: facts.assets(of: id), faces: faces, reports: reports)
    }
    // A report that can't be laid out in the window's frame leaves its place empty.
    guard let surface = drawn(reports) ?? drawn([:]) else { return nil }
    return Page.Picture("The window of \(family(id))", light: surface.svg(.light), dark: surface.svg(.dark))
  }

  // MARK: - The ledger

  private func told(_ id: FamilyID) throws -> Page.Section {
    let page = try facts.ledgerPage(of: id)
    let rows =
      page.learned.map { ["Could tell", $0] } + page.shown.map { ["Saw, but can’t pass on", $0] }
      + page.stopped.map { ["Was stopped from", $0] }
    return Page.Section(
      "What \(family(id)) learned",
      text: ["From \(spoken(page.from)) to \(spoken(page.to))."] + (rows.isEmpty ? ["Nothing."] : [])
        + [
          page.check.map {
            "Last test for leaks, \($0). `sallyport ledger show` says whether its files have changed since."
          }
            ?? "Not tested for leaks yet; `sallyport check \(id.rawValue) --privacy` tests it."
        ],
      table: rows.isEmpty
        ? nil
        : Page.Table(
          "What \(family(id)) learned in seven days", columns: ["How", "What"],
          rows: rows.map { [Page.Cell(Phrase($0[0])), Page.Cell(.name($0[1]))] }))
  }

  /// The decisions of the last seven days and who made them. A child sees them too.
  private func decided() throws -> Page.Section {
    let first = days(7, endingWith: presentDay)[0].name
    let entries = try facts.store.read { try PrivacyLedger.entries(since: first, in: $0, name: facts.name(of:)) }
      .filter(\.kind.isActOfPerson)
    let shown = entries.suffix(Self.rowsOfAPage).reversed()
    return Page.Section(
      "What people decided", text: shown.isEmpty ? ["Nothing in seven days."] : [],
      table: shown.isEmpty
        ? nil
        : Page.Table(
          "Decisions of the last seven days, the latest first", columns: ["Day", "Time", "Who", "What"],
          rows: shown.map {
            [
              Page.Cell(Phrase($0.day)), Page.Cell(Phrase($0.slot)), Page.Cell(Phrase($0.by ?? "–")),
              Page.Cell(.name($0.says)),
            ]
          }))
  }

  func ledger() throws -> Page {
    let off = try facts.ledgerOffSince
    let ids = facts.state.familyIDs
    let sections =
      hidesNames
      ? [Page.Section("Entries", text: ["The ledger names items, so it is not shown without names."])]
      : try ids.map(told) + [try decided()]
    let isOff = off != nil
    return try page(
      .ledger, title: "Ledger",
      says: off.map { "The ledger has been off since \($0)." } ?? "What each family learned in the last seven days.",
      sections + [
        Page.Section(
          "The ledger itself",
          text: [
            "`sallyport ledger verify` checks that no entry was changed, and `sallyport ledger export` writes the entries to a file."
          ],
          controls: [
            Control(
              isOff ? "Turn on" : "Turn off", act: ["kind": "ledger", "on": .flag(isOff)],
              command: "sallyport ledger \(isOff ? "on" : "off")" + (guardianDecides ? " --as guardian" : ""),
              needsGuardian: guardianDecides,
              warning: isOff ? nil : "From now on the text of each day is deleted when the day ends.")
          ])
      ])
  }
}
