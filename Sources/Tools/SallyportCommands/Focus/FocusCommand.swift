// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport focus`: the person's Focus modes and their filters.
struct FocusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "focus", abstract: "List the Focus modes, turn one on or off, and set up its filters.",
    subcommands: [
      FocusListCommand.self, FocusOnCommand.self, FocusOffCommand.self, FocusAddCommand.self, FocusRemoveCommand.self,
      FocusFiltersCommand.self, FocusConfigureCommand.self, FocusUntaggedCommand.self, FocusCriticalCommand.self,
    ], defaultSubcommand: FocusListCommand.self)
}

struct FocusListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the Focus modes.")

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Line: Encodable {
    var id: String
    var name: String
    var isOn: Bool
    var isScheduled: Bool
    var allowed: [String]?
    var filters: [String]
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let focus = view.host.facts.focus
    let lines = focus.modes.map { mode in
      Line(
        id: mode.id, name: mode.name, isOn: mode.id == focus.activeID, isScheduled: mode.schedule != nil,
        allowed: mode.allowed?.map(\.rawValue),
        filters: mode.filters.map { "\($0.key.family.rawValue) \($0.key.intent)" })
    }
    try CommandOutput(
      lines, header: ["FOCUS", "NAME", "ON", "SCHEDULE", "MAY INTERRUPT", "FILTERS"],
      table: lines.map {
        [
          $0.id, $0.name, $0.isOn ? "on" : "", $0.isScheduled ? "yes" : "",
          $0.allowed.map { $0.isEmpty ? "none" : $0.joined(separator: " ") } ?? "all",
          $0.filters.joined(separator: ", "),
        ]
      }, identifiers: lines.map(\.id)
    ).print(options)
  }
}

struct FocusOnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on", abstract: "Turn a Focus on, and off the one that is on.")

  @Argument(help: "The Focus, as `focus list` names it.")
  var mode: String

  @OptionGroup var state: StateOptions

  func run() throws { try state.carryOut(.focus(.activate(mode)), as: .owner, note: "on") }
}

struct FocusOffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "off", abstract: "Turn the Focus off.")

  @OptionGroup var state: StateOptions

  func run() throws { try state.carryOut(.focus(.activate(nil)), as: .owner, note: "off") }
}

struct FocusAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a Focus, or change its name, schedule and the families that may interrupt.")

  @Argument(help: "Its name in commands, such as work.")
  var mode: String

  @Option(help: "Its name for people. (default: the name in commands)")
  var name: String?

  @Option(help: "The time of day at which it turns on, such as 09:00; needs --to.")
  var from: String?

  @Option(help: "The time of day at which it turns off, such as 17:00; needs --from.")
  var to: String?

  @Option(help: "A family whose notifications may interrupt; repeat it for several. (default: all)")
  var allow: [String] = []

  @Flag(help: "No family's notifications may interrupt.")
  var allowNone = false

  @OptionGroup var state: StateOptions

  func validate() throws {
    guard (from == nil) == (to == nil) else { throw ValidationError("--from and --to go together.") }
    guard allow.isEmpty || !allowNone else { throw ValidationError("--allow and --allow-none exclude each other.") }
    for text in [from, to].compactMap(\.self) where Self.time(text) == nil {
      throw ValidationError("“\(text)” is not a time of day; write it as 09:00.")
    }
    guard !mode.isEmpty, mode.utf8.count <= 64, (name ?? mode).utf8.count <= 256 else {
      throw ValidationError("A Focus has a name of 1 to 64 bytes.")
    }
  }

  func run() throws {
    var schedule: Schedule?
    if let start = from.flatMap(Self.time), let end = to.flatMap(Self.time) {
      schedule = Schedule(start: start, end: end, repeats: true)
    }
    let new = FocusMode(
      id: mode, name: name ?? mode, schedule: schedule,
      allowed: allowNone ? [] : allow.isEmpty ? nil : allow.map { FamilyID($0) })
    try state.carryOut(.focus(.define(new)), as: .owner, note: "added")
  }

  private static func time(_ text: String) -> ScheduleComponents? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], 0..<24 ~= hour, 0..<60 ~= minute else {
      return nil
    }
    return ScheduleComponents(hour: hour, minute: minute)
  }
}

struct FocusRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a Focus with its filters.")

  @Argument(help: "The Focus, as `focus list` names it.")
  var mode: String

  @OptionGroup var state: StateOptions

  func run() throws { try state.carryOut(.focus(.remove(mode: mode)), as: .owner, note: "removed") }
}

struct FocusFiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filters", abstract: "List the filters that families offer, and those of each Focus with their state.")

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Line: Encodable {
    var focus: String?
    var family: String
    var intent: String
    var title: String
    var parameters: [String]
    /// `offered`, `off`, `set`, `owed` or `in force`; or why it can't be used.
    var state: String
    var filtersNotifications: Bool
  }

  func run() throws {
    let view = try state.openView()
    defer { view.close() }
    let facts = view.host.facts
    var lines: [Line] = []
    for family in facts.state.familyIDs {
      for intent in facts.offeredFilters(of: family).description?.intents ?? []
      where intent.roles.contains(.focusFilter) {
        lines.append(
          Line(
            focus: nil, family: family.rawValue, intent: intent.intent, title: intent.title,
            parameters: intent.parameters.map(\.name), state: facts.filterFault(intent) ?? "offered",
            filtersNotifications: false))
      }
    }
    for mode in facts.focus.modes {
      for filter in mode.filters {
        let progress = facts.focus.progress(of: filter.key)
        let isActive = mode.id == facts.focus.activeID
        lines.append(
          Line(
            focus: mode.id, family: filter.key.family.rawValue, intent: filter.key.intent,
            title: (isActive ? progress.context?.title : nil) ?? filter.key.intent,
            parameters: filter.parameters.map { "\($0.name)=\($0.json)" },
            state: !filter.isOn ? "off" : !isActive ? "set" : progress.owed != nil ? "owed" : "in force",
            filtersNotifications: isActive && progress.context?.predicate != nil))
      }
    }
    try CommandOutput(
      lines, header: ["FOCUS", "FAMILY", "INTENT", "TITLE", "PARAMETERS", "STATE"],
      table: lines.map {
        [
          $0.focus ?? "–", $0.family, $0.intent, $0.title, $0.parameters.joined(separator: " "),
          $0.state + ($0.filtersNotifications ? ", filters notifications" : ""),
        ]
      }, identifiers: lines.map { "\($0.family) \($0.intent)" }
    ).print(options)
  }
}

struct FocusConfigureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "configure", abstract: "Add a family's filter to a Focus, change it, switch it off, or remove it.")

  @Argument(help: "The Focus, as `focus list` names it.")
  var mode: String

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "The intent, as `focus filters` lists it.")
  var intent: String

  @Option(name: .customLong("set"), help: "A parameter as name=value, or name= for none; repeat it for several.")
  var parameters: [String] = []

  @Flag(help: "Keep the filter, and switch it off.")
  var off = false

  @Flag(help: "Remove the filter.")
  var remove = false

  @OptionGroup var state: StateOptions

  func run() throws {
    let key = FocusFilterKey(FamilyID(family), intent)
    if remove { return try state.carryOut(.focus(.unset(key, in: mode)), as: .owner, note: "removed") }
    let values = try state.asking { host -> [StoredParameter] in
      let facts = host.facts
      try host.requireFamily(family)
      guard
        let described = facts.offeredFilters(of: key.family).description?.intents.first(where: { $0.intent == intent })
      else {
        throw HostError(.usage, "“\(family)” offers no filter “\(intent)”; `sallyport focus filters` lists them.")
      }
      if let fault = facts.filterFault(described) { throw HostError(.failed, "\(fault).") }
      let old = facts.focus.mode(mode)?[key]?.parameters ?? facts.initialParameters(of: key)
      return try facts.parameters(parameters, of: described, over: old)
    }
    try state.carryOut(
      .focus(.set(FocusFilter(key, parameters: values, isOn: !off), in: mode)), as: .owner, note: "set")
  }
}
