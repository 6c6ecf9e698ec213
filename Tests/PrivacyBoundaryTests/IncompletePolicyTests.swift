// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import Testing

/// Policies in which something that can happen has no row.
@Suite struct IncompletePolicyTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Host/PrivacyBoundary/flow-policy.json")

  /// The built-in policy without the rows of a list in which `member` is `name`.
  private static func policy(_ list: String, without name: String, as member: String) throws -> FlowPolicy {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    var members = try #require(json as? [String: Any])
    let rows = try #require(members[list] as? [[String: Any]])
    let rest = rows.filter { $0[member] as? String != name }
    try #require(rest.count == rows.count - 1)
    members[list] = rest
    return try FlowPolicy(json: Array(JSONSerialization.data(withJSONObject: members)))
  }

  @Test func `a kind of ledger entry without a sentence is named`() throws {
    let kind = try #require(LedgerKind.allCases.last)
    let fault = #expect(throws: FlowPolicyFault.self) {
      try Self.policy("kinds", without: kind.rawValue, as: "kind")
    }
    #expect(
      fault?.description == "The flow policy has no sentence for ledger entries of the kind “\(kind.rawValue)”.")
  }

  @Test func `an effect without a row is named`() throws {
    let kind = try #require(Effect.Kind.allCases.last)
    let fault = #expect(throws: FlowPolicyFault.self) {
      try Self.policy("effects", without: kind.rawValue, as: "effect")
    }
    #expect(fault?.description == "The flow policy has no row for the effect “\(kind.rawValue)”.")
  }
}
