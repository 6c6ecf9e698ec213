// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping

/// `sallyport restore`: replaces a state with a backup.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace a state with a backup; the old state is kept beside it.",
    discussion: """
      Refused while a host runs over the state, or if the file is not a backup, is damaged, or is of a newer version. \
      Tokens that families hold stay valid: the key is in the backup.
      """)

  @Argument(help: "A file made by `sallyport backup`.")
  var file: String

  @OptionGroup var state: StateDirectoryOption

  func run() throws {
    let backup: StoreBackup
    do {
      backup = try StoreBackup(path: URL(filePath: file).standardizedFileURL.path)
    } catch {
      throw HostError(.invalidInput, error.description)
    }
    let old = try StateBackup.restore(backup, to: state.directory)
    Terminal.show("\(state.directory)")
    let made = DisplayFormat.instant(backup.madeAt.milliseconds, in: .current)
    Terminal.note("the state of \(made) is back" + (old.map { "; the old state is in \($0)" } ?? ""))
    for omission in backup.omissions { Terminal.note("not in the backup: \(omission)") }
  }
}
