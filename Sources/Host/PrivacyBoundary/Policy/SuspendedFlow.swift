// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Information that a family could learn under a policy to which its person has not agreed. It is suspended until then
/// (PRIV-FP6).
package struct SuspendedFlow: Hashable, Sendable {
  /// The point that would receive it.
  package let point: ExtensionPoint
  /// The policy that widened it last.
  package fileprivate(set) var widened: Int
  /// The ability in the words of the consent sheet: completes “It can …”.
  package let says: String
}

extension FlowPolicy {
  /// The consent if something was widened since; `nil` if it covers everything, so that fields needn't be checked.
  func unmet(_ consent: Int?) -> Int? { consent.flatMap { $0 < newestWidening ? $0 : nil } }

  /// Every flow that was widened after `consent`, once per point, in the order of the file.
  ///
  /// - Parameter profile: the profile whose time resolution the words name.
  package func suspended(since consent: Int, profile: PrivacyProfile) -> [SuspendedFlow] {
    var flows: [SuspendedFlow] = []
    for row in rows {
      for point in row.points {
        guard let widened = row.to[point.rawValue]?.widened, consent < widened else { continue }
        let flow = SuspendedFlow(point: point, widened: widened, says: says(row, at: point, profile))
        // Fields of one release, and all fields that a point receives behind its seal, count as one flow.
        if let same = flows.firstIndex(where: { $0.point == point && $0.says == flow.says }) {
          flows[same].widened = max(flows[same].widened, widened)
        } else {
          flows.append(flow)
        }
      }
    }
    return flows
  }

  /// Whether anything of a sealed point is suspended. Such a point receives all or nothing, since its ledger has one
  /// sentence for all of it.
  package func isSuspended(_ point: ExtensionPoint, since consent: Int) -> Bool {
    consent < newestWidening && rows.contains { row in row.to[point.rawValue].map { consent < $0.widened } ?? false }
  }

  /// Whether anything of a release is suspended at a point.
  package func isSuspended(release dc: Int, at point: ExtensionPoint, since consent: Int) -> Bool {
    // This is asked several times per request, and nearly always nothing was widened since.
    guard consent < newestWidening else { return false }
    return rows.contains { row in
      row.release?.dc == dc && row.to[point.rawValue].map { consent < $0.widened } ?? false
    }
  }

  private func says(_ row: FlowRow, at point: ExtensionPoint, _ profile: PrivacyProfile) -> String {
    if let release = row.release { return release.consent(under: profile) }
    switch point {
    case .report: return "see \(ConsentSheet.reportLine)"
    case .shieldConfiguration: return "see \(ConsentSheet.shieldLine)"
    case .app, .monitor, .shieldAction, .widget, .focusFilter: return "be sent “\(row.field)”"
    }
  }
}

/// The notice about a family with suspended flows: what is suspended, since which policy, and how to agree again.
package struct Suspension: Encodable, Hashable, Sendable {
  /// The name of the family in commands, and its name for people.
  package let family: String
  package let name: String
  /// The policy that the person agreed to, and the one that widened something since.
  package let agreed: Int
  package let widened: Int
  /// The suspended abilities, in the words of the consent sheet.
  package let waits: [String]

  /// - Returns: `nil` if nothing of the family is suspended.
  package init?(
    family: String, name: String, points: Set<ExtensionPoint>, profile: PrivacyProfile, agreed: Int, policy: FlowPolicy
  ) {
    let flows = policy.suspended(since: agreed, profile: profile).filter { points.contains($0.point) }
    guard let widened = flows.map(\.widened).max() else { return nil }
    self.family = family
    self.name = name
    self.agreed = agreed
    self.widened = widened
    var says: [String] = []
    for flow in flows where !says.contains(flow.says) { says.append(flow.says) }
    waits = says
  }

  /// A short summary of what is suspended.
  package var what: String {
    guard let first = waits.first, waits.count > 1 else { return waits.first ?? "" }
    return "\(first); and \(waits.count - 1) more"
  }

  package var sentence: String {
    """
    \(name) may not do more than you agreed to: policy \(widened) widened what it can do (\(what)); that is suspended \
    until you agree with: sallyport consent \(family) --agree
    """
  }
}
