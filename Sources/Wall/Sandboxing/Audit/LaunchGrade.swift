// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The grade of one launch, with the required protections that it lacks.
public struct LaunchGrade: Hashable, Sendable, CustomStringConvertible {
  public let grade: IsolationReport.Grade
  /// Required protections that the process lacks, sorted.
  public let missing: [Protection]

  init(isSealed: Bool, missing: Set<Protection>) {
    grade = !missing.isEmpty ? .degraded : isSealed ? .sealed : .confined
    self.missing = missing.sorted()
  }

  /// `sealed`, `confined`, or `degraded without own-time-namespace`.
  public var description: String {
    missing.isEmpty ? grade.rawValue : "\(grade.rawValue) without \(missing.map(\.rawValue).joined(separator: " "))"
  }
}

extension LaunchedProcess {
  /// The grade that this process was observed to have; `nil` for an unconfined process.
  ///
  /// The launcher either carries out every step of its plan or the program doesn't start, so a protection is missing if
  /// the plan lacks it. A planned namespace that turns out to be the host's is missing too.
  public var grade: LaunchGrade? {
    expectation.map { expectation in
      LaunchGrade(
        isSealed: expectation.isSealed,
        missing: expectation.missing.union(SealAudit.sharedNamespaces(of: pid, among: expectation.namespaces)))
    }
  }
}

extension LaunchPlan {
  /// Required protections that the plan omits.
  var missing: Set<Protection> {
    var missing = Protection.namespaces.subtracting(namespaces)
    if landlock == nil { missing.insert(.landlockFiles) }
    let needsScopes = !isSealed && !missing.isDisjoint(with: [.ownPIDNamespace, .ownNetworkNamespace])
    if needsScopes, (landlock?.scopes ?? 0) == 0 { missing.insert(.landlockScopes) }
    return missing
  }
}
