// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension FlowPolicyFile {
  /// Rejects unknown members, which would have no effect: a misspelt `widened` would not suspend a flow.
  static func refuseUnknownMembers(of json: [UInt8]) throws {
    let file = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] ?? [:]
    for row in file["releases"] as? [[String: Any]] ?? [] {
      try refuse(row, beyond: ReleaseRow.CodingKeys.self, in: "DC\(row["dc"] ?? "")")
    }
    for row in file["fields"] as? [[String: Any]] ?? [] {
      let name = row["field"] as? String ?? ""
      try refuse(row, beyond: Row.CodingKeys.self, in: name)
      for case let own as [String: Any] in (row["to"] as? [String: Any] ?? [:]).values {
        try refuse(own, beyond: Destination.CodingKeys.self, in: name)
      }
    }
  }

  private static func refuse<Key: CodingKey & CaseIterable>(
    _ row: [String: Any], beyond keys: Key.Type, in place: String
  ) throws {
    guard let unknown = Set(row.keys).subtracting(keys.allCases.map(\.stringValue)).min() else { return }
    throw FlowPolicyFault("The flow policy's row “\(place)” has the unknown member “\(unknown)”.")
  }
}
