// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import ScreenTimeStore
import TextEscaping

/// `sallyport backup`: copies everything that a host needs into one file.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy a state into a file: usage, settings, pending callbacks, keys, containers.",
    discussion: """
      A host may be running. What can't be backed up, such as a symlink in a container, is listed. The file is \
      a SQLite database that only its owner can read; it holds the key of all tokens, so protect it like the \
      state itself.
      """)

  @Argument(help: "The file to create; it must not exist.")
  var file: String

  @OptionGroup var state: StateDirectoryOption

  func run() throws {
    let path = URL(filePath: file).standardizedFileURL.path
    let backup = try StateBackup.make(
      of: state.directory, at: path, now: Date(), version: Sallyport.configuration.version)
    Terminal.show("\(path)")
    for omission in backup.omissions { Terminal.note("not in the backup: \(omission)") }
  }
}
