// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules

/// One family in a running host: its manifest and the extensions under supervision.
final class HostedFamily {
  let id: FamilyID
  let manifest: FamilyManifest
  /// By point; a family has at most one extension at each point of this release.
  let programs: [ExtensionPoint: HostedProgram]

  init(manifest: FamilyManifest, programs: [ExtensionPoint: HostedProgram]) {
    id = FamilyID(manifest.family)
    self.manifest = manifest
    self.programs = programs
  }

  /// The assets that its views may name, by name.
  var assetNames: Set<String> { Set(manifest.assets.map(\.name)) }
}

/// One program of a family: what the manifest declares, what was granted, and the process when there is one.
final class HostedProgram {
  let declaration: ExtensionDeclaration
  /// Granted = requested ∩ operator's policy ∩ ceiling of the point.
  let granted: Set<Capability>
  let supervised: SupervisedExtension
  let build: ProgramBuild
  /// What it was last asked.
  var request: WireValue?
  /// The input that felled its last process, by its digest, until something else ends well (`PoisonInput`).
  var felledBy: String?

  var point: ExtensionPoint { declaration.point }

  init(
    declaration: ExtensionDeclaration, granted: Set<Capability>, supervised: SupervisedExtension, build: ProgramBuild,
    felledBy: String? = nil
  ) {
    self.declaration = declaration
    self.granted = granted
    self.supervised = supervised
    self.build = build
    self.felledBy = felledBy
  }
}
