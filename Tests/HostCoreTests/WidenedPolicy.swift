// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PrivacyBoundary

extension FlowPolicy {
  /// The built-in policy with wider disclosures, as a later build could ship it.
  ///
  /// - Parameters:
  ///   - classes: the widened classes of disclosures.
  ///   - fields: the widened fields.
  static func widened(_ classes: Int..., fields: String...) throws -> FlowPolicy {
    let now = try builtIn().version
    var text = try String(
      contentsOfFile: HostProgram.root + "/Sources/Host/PrivacyBoundary/flow-policy.json", encoding: .utf8)
    text.replace("\"policy\": \(now)", with: "\"policy\": \(now + 1)")
    for row in classes.map({ "{\"dc\": \($0), " }) + fields.map({ "{\"field\": \"\($0)\", " }) {
      text.replace(row, with: row + "\"widened\": \(now + 1), ")
    }
    return try FlowPolicy(json: Array(text.utf8))
  }
}
