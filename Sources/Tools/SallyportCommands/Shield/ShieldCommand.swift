// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionProtocol
import Foundation
import HostCore
import ScreenTimeRules
import Surfaces
import TextEscaping

/// `sallyport shield`: shows the shield over an item, and presses its buttons.
struct ShieldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shield", abstract: "Show the shield of an item, or press one of its buttons.",
    subcommands: [ShieldShowCommand.self, ShieldPressCommand.self])
}

/// The item that a shield command is about.
struct ShieldTarget: ParsableArguments {
  @Argument(help: "An application or web domain, by id or name.")
  var item: String

  @Option(help: "Directory for the page.")
  var output: String?

  @OptionGroup var state: StateOptions

  /// - Throws: `HostError` for an item that is unknown or not shielded.
  func shield(in host: VirtualDriver) throws -> Shield {
    let item = try host.item(named: item)
    guard let shield = host.facts.shield(over: item) else {
      throw HostError(
        .failed, "Nothing shields \(host.facts.name(of: item)) now; `sallyport explain shield` tells why.")
    }
    return shield
  }
}

struct ShieldShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Draw the shield of an item as its family configures it now.")

  @OptionGroup var target: ShieldTarget
  @OptionGroup var options: SurfaceOptions

  private struct Result: Encodable {
    var item: String
    var family: String?
    var hit: String
    var drawnBy: String
    var page: String?
  }

  func run() throws {
    let host = try target.state.openHost(output: target.output)
    let shield = try target.shield(in: host)
    let drawn = try host.look(at: shield)
    try host.close()
    let result = Result(
      item: shield.item.id, family: shield.family?.rawValue,
      hit: "\(shield.hit)".split(separator: "(").first.map(String.init) ?? "",
      drawnBy: drawn.grade, page: drawn.path)
    let isDrawn = try options.write(
      // Not by the item: the name of a file is for everyone who can list its directory.
      "shield-\(shield.family?.rawValue ?? "operator")", to: target.output, text: drawn.terminal,
      html: { try drawn.surface.html() }, picture: { try drawn.surface.picture(options.scheme) })
    if isDrawn { return }
    if options.format == .json {
      Terminal.show(try JSONText.of(result))
    } else {
      Terminal.show(options.quiet ? TerminalText(drawn.path ?? "") : TerminalText(drawing: drawn.terminal))
    }
    if let path = drawn.path { Terminal.note("page: \(path)") }
  }
}

struct ShieldPressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "press", abstract: "Press a button on the shield of an item and carry out the extension's answer.")

  @OptionGroup var target: ShieldTarget

  @Option(help: "The button: primary, secondary, or 1, 2, 3 for an entry of the secondary button's submenu.")
  var button: ButtonChoice = .primary

  @OptionGroup var options: OutputOptions

  func run() throws {
    let zone = try RunSettings(state: target.state.directory).timeZone
    let printer = TimelinePrinter(options: options, calendar: try HostCalendar(timeZone: zone).calendar)
    try target.state.carryOut(
      .press(item: target.item, button.value), as: .owner, output: target.output, onEvent: printer.print)
  }
}

enum ButtonChoice: String, ExpressibleByArgument, CaseIterable {
  case primary, secondary
  case first = "1"
  case second = "2"
  case third = "3"

  var value: ShieldButton {
    switch self {
    case .primary: .primaryButtonPressed
    case .secondary: .secondaryButtonPressed
    case .first: .firstSecondarySubmenuItemPressed
    case .second: .secondSecondarySubmenuItemPressed
    case .third: .thirdSecondarySubmenuItemPressed
    }
  }
}
