// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Fixtures may trap.
// swift-format-ignore-file: NeverUseForceTry

import ExtensionProtocol
import PrivacyBoundary
import Testing

/// Tests each row of the policy: its field goes only to the row's points, and only behind a seal if the row requires
/// one.
@Suite struct FlowMatrixTests {
  private static let policy = try! FlowPolicy.builtIn()
  /// Rows of types (`components`, `value`, `snapshot`) are covered through the fields that have that type.
  private static let rows = policy.rows.filter { row in
    !policy.rows.contains { $0.type == row.field.prefix(while: { $0 != "/" }).description }
  }

  /// A message with only this field, at its depth.
  private func message(_ row: FlowRow) -> (root: String, WireValue) {
    let path = row.field.split(separator: "/").map(String.init)
    let leaf: WireValue = row.type == nil ? 1 : [:]
    return (
      path[0],
      path.dropFirst().reversed().reduce(leaf) { value, name in
        var object = WireObject()
        object[name] = value
        return .object(object)
      }
    )
  }

  @Test(arguments: rows.map(\.field).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } })
  func `a field goes to the points of its row and nowhere else`(_ field: String) throws {
    // A field may have several rows, each for points of its own.
    let rows = Self.rows.filter { $0.field == field }
    for point in ExtensionPoint.allCases {
      let row = rows.first { $0.to[point.rawValue] != nil }
      for profile in PrivacyProfile.allCases {
        let (root, value) = message(row ?? rows[0])
        let encoder = RequestEncoder(policy: Self.policy, point: point, profile: profile)
        let isOpenOnly = row?.to[point.rawValue]?.profile == "open"
        let isAllowed = row != nil && row?.to[point.rawValue]?.after == nil && (!isOpenOnly || profile == .open)
        let isRefused = (try? encoder.encode(value, as: .call(.perform), at: root)) == nil
        // A field with a type is empty here, and an empty object may go to any point that one of its members may go to.
        if row?.type == nil { #expect(isRefused == !isAllowed, "\(point) under \(profile)") }
      }
    }
  }

  @Test func `a sealed field is never encoded without a seal, under any profile`() throws {
    let sealed = Self.rows.filter { $0.to.values.contains { $0.after == "seal" } }
    #expect(sealed.count > 20)
    for row in sealed {
      let (root, value) = message(row)
      for point in ExtensionPoint.allCases {
        let encoder = RequestEncoder(policy: Self.policy, point: point, profile: .open)
        // Another row may let a field of the same name go to this point without a seal.
        guard
          !Self.rows.contains(where: { $0.field == row.field && $0.to[point.rawValue].map { $0.after == nil } == true })
        else { continue }
        #expect(throws: FlowPolicyError.self, "\(row.field) at \(point)") {
          try encoder.encode(value, as: .call(.perform), at: root)
        }
      }
    }
  }
}
