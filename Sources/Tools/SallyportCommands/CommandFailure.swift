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

/// An error as the terminal shows it: one sentence and a status.
struct CommandFailure {
  /// One line, but for help and for manifests that were refused, which have a line each.
  var lines: [String]
  var status: Int32

  /// Help, the version and completion scripts are the program's own text: a shell has to read its backslashes as they are.
  var text: TerminalText {
    status == 0
      ? TerminalText(drawing: lines.joined(separator: "\n")) : TerminalText(lines: lines.map { TerminalText($0) })
  }

  static let failed: Int32 = 1
  static let badInput: Int32 = 2
  /// Nothing could be judged: no launch, or a protection that is missing.
  static let unjudged: Int32 = 3

  /// - Parameter arguments: what the program was called with, behind its name.
  init(_ error: any Error, arguments: [String] = []) {
    switch error {
    // Whatever there was to say has been said.
    case let code as ExitCode: self.init(message: "", status: code.rawValue)
    case let error as HostError:
      self.init(message: error.description, status: error.code == .failed ? Self.failed : Self.badInput)
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
      // No help dump on error: the first line says what is wrong.
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

/// Manifests that were refused, when a command can't go on without them.
struct InvalidFamilies: Error {
  var diagnostics: [ManifestDiagnostic]
}
