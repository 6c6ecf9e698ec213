// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HostCore
import ScreenTimeRules
import TextEscaping

/// `sallyport open`: opens a family's app.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a family's app; a family without an app asks for authorization instead.",
    discussion: """
      In a running host the app stays open until `sallyport close`, and its prompts wait for their answers. Without a \
      running host, the app is opened once and receives only decisions that were made before.
      """)

  @Argument(help: "The family, such as homework.")
  var family: String

  @OptionGroup var state: StateOptions

  func run() throws { try state.carryOut(.open(FamilyID(family)), as: .owner, note: "\(family) is opened") }
}

/// `sallyport close`: closes a family's app.
struct CloseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Close a family's app; what it has set up stays in force.")

  @Argument(help: "The family.")
  var family: String

  @OptionGroup var state: StateOptions

  func run() throws { try state.carryOut(.close(FamilyID(family)), as: .owner, note: "\(family) is closed") }
}

/// `sallyport window`: the controls of an open app's window, with their numbers.
struct WindowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "window", abstract: "List the controls of a family's open window, with their numbers.")

  @Argument(help: "The family.")
  var family: String

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  private struct Result: Encodable {
    struct Control: Encodable {
      var number: Int
      var label: String
      var isOn: Bool?
    }

    var family: String
    var tree: Int64
    var controls: [Control]
  }

  func run() throws {
    let (tree, controls) = try state.runningHost().window(of: FamilyID(family))
    let numbered = controls.enumerated().map {
      Result.Control(number: $0.offset + 1, label: $0.element.label, isOn: $0.element.isOn)
    }
    try CommandOutput(
      Result(family: family, tree: tree, controls: numbered), header: ["WINDOW", "NO.", "CONTROL", "STATE"],
      table: numbered.map { ["\(tree)", "\($0.number)", $0.label, $0.isOn.map { $0 ? "on" : "off" } ?? ""] },
      identifiers: numbered.map { "\($0.number)" }
    ).print(options)
  }
}

/// `sallyport tap`: taps a control of an open app's window.
struct TapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap", abstract: "Tap a control of a family's open window, by its number in `window`.")

  @Argument(help: "The family.")
  var family: String

  @Argument(help: "The control's number.")
  var number: Int

  @Flag(help: "The new state of a switch.")
  var to: Switch?

  @Option(help: "Refuse the tap if the window is not this one any more, as `window` printed it.")
  var window: Int64?

  @OptionGroup var state: StateOptions

  enum Switch: EnumerableFlag {
    case on, off
  }

  func run() throws {
    let shown = try state.runningHost().window(of: FamilyID(family))
    guard shown.controls.indices.contains(number - 1) else {
      throw HostError(
        .usage,
        "The window of “\(family)” has \(shown.controls.count) controls; `sallyport window \(family)` lists them.")
    }
    let control = shown.controls[number - 1]
    try state.carryOut(
      .tap(FamilyID(family), tree: window ?? shown.tree, action: control.action, isOn: to.map { $0 == .on }),
      as: .owner, note: "tapped “\(control.label)”")
  }
}
