// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// One place in which two worlds can differ; a finding names it when everything else is equal.
package enum SecretField: Hashable, Sendable {
  case name(Role)
  case identity(Role)
  /// The use of an item in a block of the day, in milliseconds.
  case use(block: Int, Role)
  /// The order of the items within a block.
  case order(block: Int)
  /// The activity of another family on the device.
  case neighbour
  /// The root key, which determines every token.
  case keys
  /// Whether sealed processes fail.
  case sealedFault
  /// Days of use before the family was installed.
  case history
  /// The device model in reports.
  case deviceModel
  /// Which of the picked items are still installed.
  case installation
  /// How long the device is used in all.
  case total
  /// The number of items that were used.
  case count

  /// The flow policy's name for this class of data.
  package var policyField: String {
    switch self {
    case .name: "item.displayName"
    case .identity: "item.identity"
    case .use: "use.duration"
    case .order: "use.order"
    case .neighbour: "otherFamilies"
    case .keys: "device.keys"
    case .sealedFault: "sealed.outcome"
    case .history: "use.history"
    case .deviceModel: "device.model"
    case .installation: "item.installation"
    case .total: "use.total"
    case .count: "use.count"
    }
  }
}

extension SecretField: CustomStringConvertible {
  package var description: String {
    switch self {
    case .name(let role), .identity(let role): "\(policyField) of \(role.spoken)"
    case .use(let block, let role): "\(policyField) of \(role.spoken) at \(World.hour(of: block)) h"
    case .order(let block): "\(policyField) at \(World.hour(of: block)) h"
    case .neighbour, .keys, .sealedFault, .history, .deviceModel, .installation, .total, .count:
      policyField
    }
  }
}
