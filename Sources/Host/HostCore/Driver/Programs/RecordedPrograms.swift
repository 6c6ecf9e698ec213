// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision

/// Programs that a running host has installed, known by their records. None is copied, inspected or started.
struct RecordedPrograms: ProgramSource {
  let directory: String

  func program(
    _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
  ) throws -> PreparedProgram {
    PreparedProgram(
      launching: Unlaunchable("a view of a running host starts no programs"),
      build: ProgramBuild(
        known: ProgramInstaller.recordedBuild(of: declaration, of: family.manifest.family, in: directory)))
  }
}

/// A placeholder for a program that must not be started.
final class Unlaunchable: ExtensionLaunching {
  private let why: String

  init(_ why: String) { self.why = why }

  func launch() throws(LaunchFailure) -> any ExtensionChild {
    throw LaunchFailure(stage: "host", errno: 0, message: why)
  }
}
