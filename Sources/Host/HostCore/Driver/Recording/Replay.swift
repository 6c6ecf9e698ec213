// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
package import FamilyManifests
import ProcessSupervision
import ScreenTimeRules

/// Feeds the inputs of a recording to a new device and compares the commands of each.
package struct Replay {
  /// The first input whose outcome differs in the replay.
  package struct Divergence: Hashable, Sendable, CustomStringConvertible {
    package var line: Int
    package var recorded: RecordedInput.Outcome
    package var replayed: RecordedInput.Outcome

    package var description: String { "line \(line) of the recording: recorded \(recorded), replayed \(replayed)." }
  }

  private let recording: Recording
  private let families: [LoadedFamily]
  private let directory: String

  /// - Parameters:
  ///   - families: the families that the recording was made with; their programs are not started.
  ///   - directory: the directory for the replay's state: empty, or with the state that the run continued from.
  /// - Throws: `RecordingError` for a recording of other families, or one that may not be replayed.
  package init(_ recording: Recording, families: [LoadedFamily], in directory: String) throws {
    guard recording.header.redaction == .none else {
      throw RecordingError(line: 1, "it was redacted, so it holds no inputs to replay")
    }
    let chosen = families.filter { family in recording.header.families.contains { $0.id == family.manifest.family } }
    for family in recording.header.families {
      guard let own = chosen.first(where: { $0.manifest.family == family.id }) else {
        throw RecordingError(line: 1, "it was made with the family “\(family.id)”, whose manifest is not here")
      }
      guard own.manifest.behaviour.rawValue == family.behaviour, own.sha256 == family.manifestSha256 else {
        throw RecordingError(line: 1, "the manifest of “\(family.id)” has changed since it was made")
      }
    }
    self.recording = recording
    self.families = chosen.map { family in
      let standIn = "\(family.manifest.family).\(LoadedFamily.standInName)"
      return recording.header.extensions.contains { $0.id == standIn } ? family.standingIn([]) : family
    }
    self.directory = directory
  }

  /// - Parameter onCommands: called with the commands of each input.
  /// - Returns: the first difference; `nil` if there is none.
  package func run(onCommands: (RecordedInput, [DeviceCommand]) throws -> Void = { _, _ in }) throws -> Divergence? {
    let hosted = try HostedDevice(
      try recording.header.configuration(directory: directory, families: families, programs: ReplayedPrograms()))
    guard hosted.base == recording.header.base else {
      throw RecordingError(
        line: 1, "it went on from the state “\(recording.header.base)”, which is not in \(directory)")
    }
    for recorded in recording.inputs {
      let replayed: RecordedInput.Outcome
      do {
        let commands = try hosted.take(recorded.input)
        try onCommands(recorded, commands)
        replayed = try RecordedInput.Outcome(commands)
      } catch let error as HostError {
        replayed = .refused(error.description)
      }
      guard recorded.outcome != .failed else {
        throw RecordingError(line: recorded.line, "the store failed here, and what follows can't be replayed")
      }
      guard replayed == recorded.outcome else {
        return Divergence(line: recorded.line, recorded: recorded.outcome, replayed: replayed)
      }
    }
    return nil
  }
}

/// Programs that are declared and never started: their behaviour is in the recording.
private struct ReplayedPrograms: ProgramSource {
  func program(
    _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
  ) throws -> PreparedProgram {
    PreparedProgram(
      launching: Unlaunchable("a replay starts no programs"), build: ProgramBuild(known: declaration.sha256))
  }
}
