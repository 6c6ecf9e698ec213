// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Pages
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// The pages of extensions, the device and the gallery.
extension PageMaker {
  func extensions() throws -> Page {
    let ids = facts.state.familyIDs
    let programs = try ids.flatMap { id in try facts.programStandings(of: id).map { (id, $0) } }
    let rows = programs.map { id, program in
      [
        Page.Cell(.name(program.program)), Page.Cell(family(id), link: PageAddress(.family, id.rawValue)),
        Page.Cell(Phrase(program.state)), Page.Cell(program.until.map { Phrase(moment($0)) } ?? ""),
        Page.Cell("\(program.strikes)", controls: program.strikes > 0 ? [restart(program.program)] : []),
      ]
    }
    let owed = try ids.flatMap { id in
      try facts.deliveryStories(of: id).filter { $0.delivery.settlement == nil }.map { (id, $0) }
    }
    let waits = owed.prefix(Self.rowsOfAPage).map { id, story in
      [
        Page.Cell("\(story.delivery.sequence)"), Page.Cell(family(id)), Page.Cell(.name(story.delivery.callback)),
        Page.Cell(Phrase(moment(story.delivery.dueAt))), Page.Cell("\(story.delivery.attempts)"),
        Page.Cell(.name(story.hold?.sentence(words) ?? "")),
      ]
    }
    var sections = [
      Page.Section(
        "Programs", text: rows.isEmpty ? ["No program is installed."] : [],
        table: rows.isEmpty
          ? nil
          : Page.Table(
            "Programs and their processes", columns: ["Program", "Family", "State", "Until", "Failures"], rows: rows)),
      Page.Section(
        "Pending", text: waits.isEmpty ? ["Nothing is pending."] : [],
        table: waits.isEmpty
          ? nil
          : Page.Table(
            "Callbacks that wait", columns: ["No.", "Family", "Callback", "Due", "Attempts", "Why it waits"],
            rows: waits)),
    ]
    if let failed = try undelivered() { sections.append(failed) }
    for (_, program) in programs where !program.printed.isEmpty && !hidesNames {
      sections.append(
        Page.Section(
          "Printed by \(name: program.program) before its last failure", text: program.printed.map { .name($0) }))
    }
    let troubled = programs.count { $0.1.strikes > 0 }
    return try page(
      .extensions, title: "Extensions",
      says: troubled == 0
        ? "All \(programs.count) programs are in order." : "\(troubled) of \(programs.count) programs failed recently.",
      sections)
  }

  private func restart(_ program: String) -> Control {
    Control(
      "Restart", act: ["kind": "restart", "extension": .text(program)], command: "sallyport reset \(program)")
  }

  /// Callbacks that failed or expired, until the person sends them again or dismisses them.
  private func undelivered() throws -> Page.Section? {
    let rows = try facts.undelivered().prefix(Self.rowsOfAPage).map { delivery in
      func act(_ label: Phrase, _ kind: String) -> Control {
        Control(
          label,
          act: ["kind": .text(kind), "family": .text(delivery.family), "number": .number(delivery.sequence)],
          command: "sallyport \(kind) \(delivery.family) \(delivery.sequence)")
      }
      return [
        Page.Cell("\(delivery.sequence)"), Page.Cell(family(FamilyID(delivery.family))),
        Page.Cell(.name(delivery.callback)), Page.Cell(Phrase(moment(delivery.dueAt))),
        Page.Cell(Phrase(delivery.settlement?.reason.sentence ?? "")),
        Page.Cell(
          "", controls: (delivery.isSentAgain ? [act("Send again", "resend")] : []) + [act("Dismiss", "dismiss")]),
      ]
    }
    guard !rows.isEmpty else { return nil }
    return Page.Section(
      "Not delivered",
      table: Page.Table(
        "Callbacks that failed or expired", columns: ["No.", "Family", "Callback", "Due", "Why", "Act"],
        rows: Array(rows)))
  }

  func device() throws -> Page {
    let configuration = facts.owners.configuration
    let week = days(7, endingWith: presentDay)
    let blind = try unseen(from: week[0].start, to: now)
    let facts: [(String, Phrase)] = [
      ("Clock", configuration.clock == .real ? "the machine’s" : "virtual"),
      ("Time zone", Phrase(configuration.environment.timeZone)),
      ("Person", configuration.authorization.person == .child ? "a child with a guardian" : "an adult"),
      ("Privacy profile", Phrase(self.facts.profile.rawValue)),
      ("Isolation", isolation),
      ("Guardian’s passcode", hasPasscode ? "set: an agreement, since the same account can edit the state" : "not set"),
      ("This page", "an app of this account that is not confined can act as you"),
    ]
    let carried = EnforcementTable.rows.map { row in
      [
        Page.Cell(Phrase(row.subject.name)),
        Page.Cell(Phrase(row.carrier == .nothing ? "nothing" : row.carrier == .page ? "a page" : "the device")),
        Page.Cell(Phrase(row.consequence)),
      ]
    }
    return try page(
      .device, title: "Device",
      says: blind.isEmpty
        ? "No source missed anything in the last seven days."
        : "\(Self.duration(blind.reduce(0) { $0 + $1.span.milliseconds })) of the last seven days are unknown.",
      [
        Page.Section(
          "This device",
          table: Page.Table(
            "Facts about this device", columns: ["Fact", "Value"],
            rows: facts.map { [Page.Cell(Phrase($0.0)), Page.Cell($0.1)] })),
        Page.Section(
          "Guardian",
          text: [
            hasPasscode
              ? "Only someone who enters the passcode can act as the guardian."
              : "Nobody can act as the guardian until a passcode is set."
          ], passcode: hasPasscode ? .given : .set),
        focusSection(), delay(),
        Page.Section(
          "Gaps", text: blind.isEmpty ? ["None in seven days."] : [],
          table: blind.isEmpty
            ? nil
            : Page.Table(
              "Time that no source could see", columns: ["From", "To", "Length", "Why"],
              rows: blind.suffix(Self.rowsOfAPage).map {
                [
                  Page.Cell(Phrase(moment($0.span.start))), Page.Cell(Phrase(moment($0.span.end))),
                  cell($0.span.milliseconds), Page.Cell($0.cause.spoken),
                ]
              })),
        Page.Section(
          "What is enforced here",
          table: Page.Table(
            "Points, effects and settings of this release", columns: ["Name", "Carried out by", "Effect"],
            rows: carried), isFolded: true),
      ])
  }

  private var isolation: Phrase {
    let tier = facts.tier
    return tier.missing.isEmpty
      ? "\(tier.rawValue): the kernel confines every extension"
      : "\(tier.rawValue): the kernel confines no extension fully; missing: \(tier.missing.joined(separator: ", "))"
  }

  /// How long a change that opens something waits.
  private func delay() -> Page.Section {
    let seconds = self.facts.looseningSeconds
    return Page.Section(
      "Changes that open something",
      text: [
        seconds == 0
          ? "They take effect at once." : "They wait \(WaitingChanges.spoken(seconds)), unless a guardian makes them.",
        "A longer wait holds at once, a shorter one after the present wait.",
      ],
      controls: [
        Control(
          "Set the wait", act: ["kind": "delayChanges"],
          command: "sallyport changes --delay HOURS" + (guardianDecides ? " --as guardian" : ""),
          needsGuardian: guardianDecides,
          fields: [
            Control.Field("seconds", "Hours", .hours, atMost: 720, value: "\(max(1, seconds / 3_600))")
          ])
      ])
  }

  private func focusSection() -> Page.Section {
    let focus = facts.focus
    func activate(_ mode: String?) -> Control {
      Control(
        mode == nil ? "Turn off" : "Turn on",
        act: ["kind": "focus", "change": ActValue(coding: FocusChange.activate(mode))],
        command: mode.map { "sallyport focus on \($0)" } ?? "sallyport focus off")
    }
    let rows = focus.modes.map { mode in
      let isOn = mode.id == focus.activeID
      return [
        Page.Cell(.name(mode.name)), Page.Cell(isOn ? "on" : "off"),
        Page.Cell(
          mode.allowed.map { $0.isEmpty ? "none" : .list($0.map { family($0) }) } ?? "all"),
        Page.Cell("", controls: [activate(isOn ? nil : mode.id)]),
      ]
    }
    return Page.Section(
      "Focus", text: rows.isEmpty ? ["No Focus is set up; `sallyport focus add` adds one."] : [],
      table: rows.isEmpty
        ? nil
        : Page.Table("Focus modes", columns: ["Focus", "State", "Families that may interrupt", "Act"], rows: rows))
  }
}
