// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ProcessSupervision
import ScreenTimeRules
import Surfaces

/// One family of a running host: its manifest, its programs and its images.
struct HostedFamily {
  let manifest: FamilyManifest
  /// The first program of each point.
  let programs: [ExtensionPoint: HostedProgram]
  /// Further widgets and Focus filters; at every other point a family has one extension.
  let others: [HostedProgram]
  let assets: AssetCatalog

  var id: FamilyID { FamilyID(manifest.family) }
}

extension ExtensionPoint {
  /// Whether a family may have several extensions at this point.
  var isRepeatable: Bool { self == .widget || self == .focusFilter }
}

/// One program of a family: its declaration and its granted capabilities. Its process belongs to a lane.
struct HostedProgram {
  let declaration: ExtensionDeclaration
  /// The granted capabilities: requested ∩ operator's policy ∩ ceiling of the point.
  let granted: Set<Capability>
  let hello: HelloParams
  /// The number of the installed copy, which another build of the program doesn't share, but another program can.
  let installation: String
  /// The status of its process when the host starts.
  let beginning: ProgramStatus

  var id: ProgramID { ProgramID(declaration.id) }
  /// The installed copy, by a name that no other program has.
  var copy: String { "\(id.rawValue) \(installation)" }
  var family: FamilyID { FamilyID(id.family) }
  var point: ExtensionPoint { declaration.point }
}

/// The status of a program.
struct ProgramStatus: Hashable {
  var state: ProcessState
  /// The failures of its build.
  var record: RestartRecord
  /// SHA-256 of the executed bytes, if it was needed.
  var build: String?
  /// The message of the last failed launch.
  var launchFailure: String?
  /// Why the newest process was not ready for a callback; `nil` if it was.
  var startFailure: ReasonCode?
  /// The grade observed for its newest process.
  var grade: String?
  /// The digest of the input that crashed its last process, until a callback is accepted (`PoisonInput`).
  var felledBy: String?
}
