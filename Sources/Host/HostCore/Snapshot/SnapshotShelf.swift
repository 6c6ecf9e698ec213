// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ScreenTimeRules

/// The last snapshot that was built for each program, so that it is not built again while nothing in it has changed: each
/// of a family's widgets is sent the same one.
final class SnapshotShelf {
  /// Everything that a snapshot is built from.
  private struct Source: Equatable {
    var family: FamilyState
    var effective: EffectiveMedia?
    var environment: EnvironmentSnapshot
    var groups: [String]
    /// The edition of the tokens.
    var edition: Int
  }

  private struct Place: Hashable {
    var family: FamilyID
    var point: ExtensionPoint
  }

  private var built: [Place: (source: Source, snapshot: Snapshot)] = [:]
  /// The number of snapshots that were built.
  private(set) var count = 0

  /// - Parameter edition: the edition of the tokens that the builder mints from.
  func snapshot(
    of known: FamilyState, _ family: FamilyID, for point: ExtensionPoint, effective: EffectiveMedia?,
    by builder: SnapshotBuilder, _ edition: Int
  ) -> Snapshot {
    let source = Source(
      family: known, effective: effective, environment: builder.environment, groups: builder.groups, edition: edition)
    let place = Place(family: family, point: point)
    // Values that were not changed share their storage, which is compared first.
    if let last = built[place], last.source == source { return last.snapshot }
    let snapshot = builder.snapshot(of: known, for: point, effective: effective)
    built[place] = (source, snapshot)
    count += 1
    return snapshot
  }
}
