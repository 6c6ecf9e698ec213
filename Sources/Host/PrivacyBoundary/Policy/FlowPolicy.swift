// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import Foundation

/// The flow policy as data: which fields may be sent to which point, and which effects it may request
/// (`privacy-policy.md#fields`).
///
/// One file defines the checks of requests and replies, the ledger's sentences, the consent sheet, the page
/// `docs/privacy-policy.md` and the tests.
package struct FlowPolicy: Sendable {
  /// Incremented with each change. A widening requires new consent (PRIV-FP6).
  package let version: Int
  package let rows: [FlowRow]
  /// By declassification point, ascending.
  package let releases: [FlowRelease]
  /// Facts that no family learns, whatever it registers.
  package let never: [Withheld]
  package let kinds: [LedgerKind: LedgerKindRow]
  /// The points that may request an effect, and the capability it requires.
  package let effects: [Effect.Kind: EffectPermission]
  let tree: FlowTree
  /// The last policy that widened anything. Consent to it or to a later policy covers everything.
  package let newestWidening: Int

  package struct EffectPermission: Hashable, Sendable {
    package let capability: Capability
    package let points: Set<ExtensionPoint>
  }

  /// The policy that is built into this host.
  package static func builtIn() throws -> FlowPolicy { try parsed.get() }

  /// Parsed once per process, since a simulation starts thousands of hosts.
  private static let parsed = Result { try FlowPolicy(json: PackageResources.flow_policy_json) }

  /// - Throws: `FlowPolicyFault` if the file is invalid or contradicts itself.
  package init(json: [UInt8]) throws {
    let file: FlowPolicyFile
    do {
      file = try JSONDecoder().decode(FlowPolicyFile.self, from: Data(json))
      try FlowPolicyFile.refuseUnknownMembers(of: json)
    } catch let fault as FlowPolicyFault {
      throw fault
    } catch {
      throw FlowPolicyFault("The flow policy can't be read: \(error).")
    }
    version = file.policy
    releases = try file.releases.map(file.release).sorted { $0.dc < $1.dc }
    guard Set(releases.map(\.dc)).count == releases.count else {
      throw FlowPolicyFault("The flow policy lists a release twice.")
    }
    let byNumber = Dictionary(uniqueKeysWithValues: releases.map { ($0.dc, $0) })
    rows = try file.fields.map { try file.row($0, releases: byNumber) }
    never = file.never
    kinds = Dictionary(file.kinds.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    effects = try Self.effects(file)
    try Self.check(rows)
    for kind in LedgerKind.allCases where kinds[kind] == nil {
      throw FlowPolicyFault("The flow policy has no sentence for ledger entries of the kind “\(kind.rawValue)”.")
    }
    tree = try FlowTree(rows)
    newestWidening = rows.flatMap(\.to.values).map(\.widened).max() ?? 1
  }

  /// The permissions by effect. Each effect needs a row; without one no point could request it, which would be a
  /// mistake.
  private static func effects(_ file: FlowPolicyFile) throws -> [Effect.Kind: EffectPermission] {
    var effects: [Effect.Kind: EffectPermission] = [:]
    for row in file.effects {
      guard let kind = Effect.Kind(rawValue: row.effect), let capability = Capability(rawValue: row.capability),
        effects[kind] == nil
      else {
        throw FlowPolicyFault("The flow policy's effect “\(row.effect)” or its capability is unknown or listed twice.")
      }
      effects[kind] = EffectPermission(
        capability: capability, points: Set(try file.points(of: row.from, in: row.effect)))
    }
    for kind in Effect.Kind.allCases where effects[kind] == nil {
      throw FlowPolicyFault("The flow policy has no row for the effect “\(kind.rawValue)”.")
    }
    return effects
  }

  /// Checks that each release and each sealed field has a sentence, and each row a test (PRIV-FP3).
  private static func check(_ rows: [FlowRow]) throws {
    for row in rows {
      guard row.points.count == row.to.count, !row.to.isEmpty else {
        throw FlowPolicyFault("The flow policy's row “\(row.field)” names a point that doesn't exist, or no point.")
      }
      guard !row.tests.isEmpty else { throw FlowPolicyFault("The flow policy's row “\(row.field)” names no test.") }
      for point in row.points {
        let destination = row.to[point.rawValue]
        guard destination?.after == nil || (destination?.after == "seal" && point.isSealed) else {
          throw FlowPolicyFault("The flow policy's row “\(row.field)” requires a seal, but \(point.rawValue) has none.")
        }
        guard row.ledger[point.rawValue] != nil || (row.release == nil && destination?.after == nil) else {
          throw FlowPolicyFault("The flow policy's row “\(row.field)” has no ledger sentence for \(point.rawValue).")
        }
      }
    }
  }
}

/// The reason why the policy file can't be used.
package struct FlowPolicyFault: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
