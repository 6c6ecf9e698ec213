// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import ScreenTimeStore

/// The state directory, for commands that start no host.
struct StateDirectoryOption: ParsableArguments {
  @Option(help: "The state directory. (default: $XDG_STATE_HOME/sallyport)")
  var state: String?

  var directory: String { Self.directory(state) }

  func validate() throws { try Self.examine(directory) }

  /// - Throws: `ValidationError` for an unsuitable directory, before anything in it is read.
  static func examine(_ directory: String) throws {
    do {
      try StateDirectory.examine(directory)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// The named directory, or the standard directory for programs' state.
  static func directory(_ named: String?) -> String {
    if let named { return URL(filePath: named).standardizedFileURL.path }
    let environment = ProcessInfo.processInfo.environment
    let base = environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? "/var/lib") + "/.local/state"
    return base + "/sallyport"
  }
}
