// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Pages
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore

/// Whether it runs, and whether it can be believed.
extension PageMaker {
  func extensions() throws -> Page {
    let ids = facts.state.familyIDs
    let programs = try ids.flatMap { id in try facts.programStandings(of: id).map { (id, $0) } }
    let rows = programs.map { id, program in
      [
        Page.Cell(.name(program.program)), Page.Cell(family(id), link: PageAddress(.family, id.rawValue)),
        Page.Cell(Phrase(program.state)), Page.Cell(program.until.map { Phrase(moment($0)) } ?? ""),
        Page.Cell("\(program.strikes)"),
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
    for (_, program) in programs where !program.printed.isEmpty && !hidesNames {
      sections.append(
        Page.Section(
          "Printed by \(name: program.program) before its last failure", text: program.printed.map { .name($0) }))
    }
    let troubled = programs.count { $0.1.strikes > 0 }
    return try page(
      .extensions, title: "Extensions",
      says: troubled == 0
        ? "\(programs.count) programs, none in trouble." : "\(troubled) of \(programs.count) programs failed lately.",
      sections)
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
      ("Isolation", Phrase(self.facts.tier.description)),
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
        ? "Every source has seen the last seven days."
        : "\(Self.duration(blind.reduce(0) { $0 + $1.span.milliseconds })) of the last seven days are unknown.",
      [
        Page.Section(
          "What is so",
          table: Page.Table(
            "Facts about this device", columns: ["What", "Is"],
            rows: facts.map { [Page.Cell(Phrase($0.0)), Page.Cell($0.1)] })),
        Page.Section(
          "Guardian",
          text: [
            hasPasscode
              ? "The acts of the guardian need the passcode." : "Nobody is the guardian until a passcode is set."
          ], passcode: hasPasscode ? .given : .set),
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
          "What carries out what",
          table: Page.Table(
            "Points, effects and settings of this release", columns: ["What", "Carried out by", "Consequence"],
            rows: carried)),
      ])
  }

  func gallery() throws -> Page {
    var sections: [Page.Section] = []
    if !hidesNames {
      if let shield = facts.state.shield, let picture = picture(of: shield) {
        sections.append(Page.Section("Shield", picture: picture))
      }
      sections += facts.owners.surfaces.windows.keys.sorted().compactMap { id in
        facts.window(of: id).flatMap { picture(of: $0, id) }.map {
          Page.Section("Window of \(family(id))", picture: $0)
        }
      }
    }
    return try page(
      .gallery, title: "Gallery",
      says: sections.isEmpty
        ? "None yet." : "\(sections.count) \(sections.count == 1 ? "surface is" : "surfaces are") on screen.",
      sections.isEmpty
        ? [Page.Section("Surfaces", text: [hidesNames ? "Surfaces hold names, so none is shown." : "None yet."])]
        : sections)
  }
}
