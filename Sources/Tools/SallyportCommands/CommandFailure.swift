// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionAdoption
import ExtensionTrials
import FamilyManifests
import Foundation
import HostCore
import Sandboxing
import ScreenTimeStore
import TextEscaping
import UsageSources

/// An error in the form in which the terminal shows it: one sentence and a status.
struct CommandFailure {
  /// One line, except for help and for refused manifests, which have a line each.
  var lines: [String]
  var status: Int32

  /// Help, the version and completion scripts are the program's own text: a shell must receive its backslashes
  /// unescaped.
  var text: TerminalText {
    status == 0
      ? TerminalText(drawing: lines.joined(separator: "\n")) : TerminalText(lines: lines.map { TerminalText($0) })
  }

  static let failed: Int32 = 1
  static let badInput: Int32 = 2
  /// No verdict is possible: no launch, or a missing protection.
  static let unjudged: Int32 = 3

  /// - Parameter arguments: the program's arguments, without its name.
  init(_ error: any Error, arguments: [String] = []) {
    switch error {
    // The command has already printed its messages.
    case let code as ExitCode: self.init(message: "", status: code.rawValue)
    case let error as HostError where error.code == .failed:
      self.init(message: error.description, status: Self.failed)
    case let error as HostError:
      // A mistyped command may have been read as the argument of a default command.
      let mistyped = MistypedCommand(arguments: arguments)
      self.init(message: mistyped?.sentence ?? error.description, status: Self.badInput)
    case let error as UsageImportError: self.init(message: error.description, status: Self.badInput)
    case let error as StoreError: self.init(message: error.description, status: Self.failed)
    case let error as LaunchError: self.init(message: error.description, status: Self.failed)
    case let error as ExtensionTrialError: self.init(message: error.description, status: Self.badInput)
    case let error as AdoptionError: self.init(message: error.description, status: Self.badInput)
    case let error as InvalidFamilies: self.init(lines: error.diagnostics.map(\.description), status: Self.badInput)
    default:
      let status = Sallyport.exitCode(for: error)
      let text = Sallyport.fullMessage(for: error)
      guard status != .success else {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        self.init(lines: HelpText.fitted(lines, columns: Terminal.columns), status: 0)
        return
      }
      // Print the first line only, which has the error, without the usage that follows.
      let isUsage = status == .validationFailure
      if isUsage, let mistyped = MistypedCommand(arguments: arguments) {
        self.init(message: mistyped.sentence, status: Self.badInput)
        return
      }
      let line = isUsage ? String(text.split(separator: "\n").first ?? "") : String(describing: error)
      self.init(
        message: line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : line,
        status: isUsage ? Self.badInput : Self.failed)
    }
  }

  private init(message: String, status: Int32) { self.init(lines: message.isEmpty ? [] : [message], status: status) }

  private init(lines: [String], status: Int32) {
    self.lines = lines
    self.status = status
  }
}

/// Manifests that were refused, if a command can't continue without them.
struct InvalidFamilies: Error {
  var diagnostics: [ManifestDiagnostic]
}
