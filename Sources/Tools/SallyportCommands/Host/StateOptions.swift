// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import ScreenTimeRules
import TextEscaping

/// The options for the host's state and programs.
struct StateOptions: ParsableArguments {
  @Option(help: "The state directory. (default: $XDG_STATE_HOME/sallyport)")
  var state: String?

  @Option(help: "Directory for copies of programs; states may share it. (default: in the state directory)")
  var programs: String?

  @Option(help: ArgumentHelp("The launcher program.", visibility: .hidden))
  var launcher: String?

  var directory: String { StateDirectoryOption.directory(state) }

  func validate() throws { try StateDirectoryOption.examine(directory) }

  /// Opens the host over an existing state; launches nothing by itself.
  func openHost(output: String? = nil, onEvent: @escaping (HostEvent) -> Void = { _ in }) throws -> VirtualDriver {
    let settings = try RunSettings(state: directory)
    return try VirtualDriver(
      try settings.configuration(state: self, output: output), onEvent: onEvent)
  }

  /// Opens an existing state for queries, even while a host runs over it. The view is then a copy, which a note
  /// reports.
  func openView() throws -> StateView {
    let settings = try RunSettings(state: directory)
    let view = try StateView(try settings.configuration(state: self, output: nil))
    if view.isCopy { Terminal.note("a host is running; this is its state of a moment ago") }
    return view
  }

  /// Opens the host, runs `body` and closes the host.
  ///
  /// - Throws: `HostError` for a family that never was in this state.
  func withHost(of family: String, _ body: (VirtualDriver, FamilyID) throws -> Void) throws {
    let host = try openHost()
    defer { try? host.close() }
    try host.requireFamily(family)
    try body(host, FamilyID(family))
  }
}
