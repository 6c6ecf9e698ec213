// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// The flow policy: what may be sent to whom, as data (`privacy.md` §6.3).
package struct FlowPolicy: Sendable {
  /// Raised with each change; a widening needs consent again (FP6).
  package let version: Int
  package let rows: [FlowRow]
  package let kinds: [LedgerKind: LedgerKindRow]
  let tree: FlowTree

  /// The policy that was built into this host.
  package static func builtIn() throws -> FlowPolicy { try parsed.get() }

  /// Read once in a process: a simulation starts thousands of hosts.
  private static let parsed = Result { try FlowPolicy(json: PackageResources.flow_policy_json) }

  /// - Throws: `FlowPolicyFault` when the file contradicts itself.
  package init(json: [UInt8]) throws {
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(json))
    } catch {
      throw FlowPolicyFault("The flow policy can't be read: \(error).")
    }
    version = file.policy
    rows = file.fields
    kinds = Dictionary(file.kinds.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    try Self.check(file)
    tree = try FlowTree(file.fields)
  }

  private struct File: Decodable {
    var policy: Int
    var kinds: [LedgerKindRow]
    var fields: [FlowRow]
  }

  /// FP3: each release and each sealed field has a sentence; LG2: so has each kind of entry.
  private static func check(_ file: File) throws {
    for row in file.fields {
      guard row.points.count == row.to.count, !row.to.isEmpty else {
        throw FlowPolicyFault("The flow policy's row “\(row.field)” names a point that doesn't exist, or none.")
      }
      guard !row.tests.isEmpty else { throw FlowPolicyFault("The flow policy's row “\(row.field)” names no test.") }
      for point in row.points {
        let destination = row.to[point.rawValue]
        guard destination?.after == nil || (destination?.after == "seal" && point.isSealed) else {
          throw FlowPolicyFault("The flow policy's row “\(row.field)” asks for a seal that \(point.rawValue) hasn't.")
        }
        guard row.ledger[point.rawValue] != nil || (row.release == nil && destination?.after == nil) else {
          throw FlowPolicyFault("The flow policy's row “\(row.field)” has no ledger sentence for \(point.rawValue).")
        }
      }
    }
    for kind in LedgerKind.allCases where !file.kinds.contains(where: { $0.kind == kind }) {
      throw FlowPolicyFault("The flow policy has no sentence for ledger entries of the kind “\(kind.rawValue)”.")
    }
  }
}

/// Why the policy file can't be used.
package struct FlowPolicyFault: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
