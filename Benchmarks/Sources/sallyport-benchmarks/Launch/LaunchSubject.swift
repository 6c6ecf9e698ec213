// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Sandboxing

/// A program whose launch is measured, as the host would launch it.
struct LaunchSubject {
  let name: String
  /// The kind of program, for the heading of its table.
  let kind: String
  let point: ExtensionPoint
  let specification: LaunchSpecification

  /// Launches without a sandbox: the installed program itself, or a script's interpreter.
  func launchUnconfined(_ launcher: Launcher) throws -> LaunchedProcess {
    let program = specification.bundleDirectory + "/" + specification.executable
    guard let interpreter = specification.interpreter else {
      return try launcher.launchUnconfined(executable: program)
    }
    return try launcher.launchUnconfined(executable: interpreter, arguments: [program])
  }
}
