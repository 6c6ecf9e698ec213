// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import Surfaces

/// One family of a running host, as the device knows it: its manifest, its programs and its pictures.
struct HostedFamily {
  let manifest: FamilyManifest
  /// By point; a family has at most one extension at each point of this release.
  let programs: [ExtensionPoint: HostedProgram]
  let assets: AssetCatalog

  var id: FamilyID { FamilyID(manifest.family) }
}

/// One program of a family: what the manifest declares and what was granted. Its process is a lane's.
struct HostedProgram {
  let declaration: ExtensionDeclaration
  /// Granted = requested ∩ operator's policy ∩ ceiling of the point.
  let granted: Set<Capability>
  let hello: HelloParams
  /// Where its process stands when the host comes up.
  let beginning: ProgramStatus

  var id: ProgramID { ProgramID(declaration.id) }
  var family: FamilyID { FamilyID(id.family) }
  var point: ExtensionPoint { declaration.point }
}

/// What is known of a program beside its manifest.
struct ProgramStatus: Hashable {
  var state: ProcessState
  /// The strikes of its build.
  var record: RestartRecord
  /// SHA-256 of the executed bytes, where it was asked for.
  var build: String?
  /// The sentence of the last launch that failed.
  var launchFailure: String?
  /// The grade that its newest process was seen to have.
  var grade: String?
  /// The input that felled its last process, by its digest, until something else ends well (`PoisonInput`).
  var felledBy: String?
}
