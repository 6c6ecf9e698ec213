// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The grade of one launch, with the required protections that it lacks (section 3).
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
  /// The grade that this process was seen to have; `nil` outside the sandbox.
  ///
  /// The launcher carries out every step of its plan before the program begins, or nothing begins, so what the plan lacks
  /// is missing. A namespace that it has and that turns out to be the host's own is missing too.
  public var grade: LaunchGrade? {
    expectation.map { expectation in
      LaunchGrade(
        isSealed: expectation.isSealed,
        missing: expectation.missing.union(SealAudit.sharedNamespaces(of: pid, among: expectation.namespaces)))
    }
  }
}

extension LaunchPlan {
  /// Required protections that the plan does without.
  var missing: Set<Protection> {
    var missing = Protection.namespaces.subtracting(namespaces)
    if landlock == nil { missing.insert(.landlockFiles) }
    let needsScopes = !isSealed && !missing.isDisjoint(with: [.ownPIDNamespace, .ownNetworkNamespace])
    if needsScopes, (landlock?.scopes ?? 0) == 0 { missing.insert(.landlockScopes) }
    return missing
  }
}
