// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// A request that ended two processes, kept until its delivery is dismissed, so that a developer can make it again with
/// `sallyport call`.
package struct PoisonRequest: Codable, Hashable, Sendable {
  package var sequence: Int64
  /// `<family>.<name>`.
  package var program: String
  package var callback: String
  /// `params` of the request, as canonical JSON.
  package var params: String

  /// Of each family the newest are kept.
  static let most = 8

  static func keep(
    _ request: WireValue, of delivery: PendingDelivery, to program: HostedProgram, in transaction: StoreTransaction
  ) throws {
    let bytes = JSONCodec(limits: .fromHost).encode(request)
    let key = HostMeta.poison(program.family)
    var kept = try transaction.value([PoisonRequest].self, key) ?? []
    kept.removeAll { $0.sequence == delivery.sequence }
    kept.append(
      PoisonRequest(
        sequence: delivery.sequence, program: program.id.rawValue, callback: delivery.callback,
        params: String(decoding: bytes, as: UTF8.self)))
    try transaction.setValue(kept.suffix(most).map(\.self), key)
  }
}
