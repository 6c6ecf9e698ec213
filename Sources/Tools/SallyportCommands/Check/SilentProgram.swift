// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import BoundaryChecker
import ExtensionProtocol
import ExtensionTrials
import FamilyManifests
import Sandboxing
import TextEscaping

/// The programs of a point that gave no answer in any world, each called once more with sample data.
///
/// A check discards the output of a sealed program. A single call with generated data can show it.
struct SilentProgram {
  let lines: [TerminalText]

  /// The lines of output that are shown.
  private static let mostLines = 10

  init(_ silence: Silence, in family: LoadedFamily, launcher: String) {
    guard let callback = silence.point.callbackNames.first else {
      lines = []
      return
    }
    lines = family.manifest.programs(at: silence.point).flatMap { program -> [TerminalText] in
      let subject = TrialSubject(program, of: family)
      do {
        let stage = try TrialStage(subject, launcherPath: launcher)
        let result = try CallTrial(subject, on: stage).run(callback, json: nil)
        let what: TerminalText = "\(program.id), called with sample data: "
        return [what + "\(result.problem ?? "It answers, so its answer depends on its input or on its state.")"]
          + result.log.suffix(Self.mostLines).map { "  stderr: " + $0 }
      } catch {
        return ["\(program.id), called with sample data: \(error)"]
      }
    }
  }
}
