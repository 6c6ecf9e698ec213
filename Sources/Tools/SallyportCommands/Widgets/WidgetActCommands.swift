// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import HostCore
import ScreenTimeRules
import TextEscaping

struct WidgetsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Place a widget of a family on the home page.", aliases: ["place"])

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "The kind, as `widgets gallery` lists it.")
  var kind: String

  @Option(help: "The size, such as systemSmall.")
  var size = "systemSmall"

  @Option(name: .customLong("set"), help: "A parameter as name=value; repeat it for several.")
  var parameters: [String] = []

  @OptionGroup var state: StateOptions

  func run() throws {
    let id = FamilyID(family)
    let values = try state.asking { host in
      let facts = host.facts
      return try facts.parameters(
        parameters, of: facts.configuration(of: kind, family: id),
        over: facts.placedParameters(of: kind, family: id))
    }
    try state.carryOut(
      .widget(.place(id, kind: kind, size: size, values)), as: .owner, note: "placed; `sallyport widgets home` shows it"
    )
  }
}

struct WidgetsConfigureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "configure", abstract: "Change the parameters of a placed widget.")

  @OptionGroup var target: WidgetTarget

  @Option(name: .customLong("set"), help: "A parameter as name=value, or name= for none; repeat it for several.")
  var parameters: [String] = []

  func run() throws {
    try target.carryOut({ _ in "configured" }) { instance, facts in
      let intent = facts.configuration(of: instance.kind, family: instance.family)
      return .configure(instance.id, try facts.parameters(parameters, of: intent, over: instance.parameters))
    }
  }
}

struct WidgetsMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Change the place of a widget on the home page; its family is not told.")

  @OptionGroup var target: WidgetTarget

  @Option(help: "The new place, from 1.")
  var to: Int

  func run() throws {
    try target.carryOut({ _ in "moved" }) { instance, _ in .move(instance.id, to: to - 1) }
  }
}

struct WidgetsStackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stack",
    abstract: "Put a widget onto another of its size; the most relevant one of a stack comes to the front.")

  @OptionGroup var target: WidgetTarget

  @Option(help: "The widget, or one of the stack, to put it on.")
  var onto: String

  func run() throws {
    try target.carryOut({ _ in "stacked" }) { instance, facts in
      .stack(instance.id, onto: try facts.widget(onto).id)
    }
  }
}

struct WidgetsUnstackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unstack", abstract: "Take a widget out of its stack; it gets the next place of its own.")

  @OptionGroup var target: WidgetTarget

  func run() throws { try target.carryOut({ _ in "taken out" }) { instance, _ in .unstack(instance.id) } }
}

struct WidgetsFrontCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "front", abstract: "Bring a widget to the front of its stack, where it stays for an hour.")

  @OptionGroup var target: WidgetTarget

  func run() throws { try target.carryOut({ _ in "in front" }) { instance, _ in .front(instance.id) } }
}

struct WidgetsRefreshCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Ask a widget for a new timeline; this costs none of its budget.")

  @OptionGroup var target: WidgetTarget

  func run() throws { try target.carryOut({ _ in "asked" }) { instance, _ in .refresh(instance.id) } }
}

struct WidgetsTapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap", abstract: "Tap a widget, or a numbered area of it as `widgets show` lists them.")

  @OptionGroup var target: WidgetTarget

  @Option(help: "The number of the area. (default: the widget itself)")
  var area: Int?

  func run() throws { try target.carryOut({ _ in "tapped" }) { instance, _ in .tap(instance.id, area: area) } }
}

struct WidgetsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a widget from the home page, with its timeline.")

  @OptionGroup var target: WidgetTarget

  func run() throws { try target.carryOut({ _ in "removed" }) { instance, _ in .remove(instance.id) } }
}

struct WidgetsLockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Show widgets as on a locked screen: without anything sensitive, buttons off.")

  @Flag(help: "As after a start of the device, before it is unlocked for the first time.")
  var beforeFirstUnlock = false

  @OptionGroup var state: StateOptions

  func run() throws {
    try state.carryOut(
      .widget(.lock(beforeFirstUnlock ? .beforeFirstUnlock : .locked)), as: .owner, note: "locked")
  }
}

struct WidgetsUnlockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unlock", abstract: "End the locked screen.")

  @OptionGroup var state: StateOptions

  func run() throws { try state.carryOut(.widget(.lock(.unlocked)), as: .owner, note: "unlocked") }
}
