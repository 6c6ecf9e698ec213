// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
package import ScreenTimeStore

extension DeviceFacts {
  /// The deliveries that failed or expired and that the operator has not handled, oldest first.
  package func undelivered(of family: FamilyID? = nil) throws -> [PendingDelivery] {
    try store.read { try $0.undeliveredDeliveries(family: family?.rawValue) }
  }

  /// The kept requests of a family that ended two processes each.
  package func poisonRequests(of family: FamilyID) throws -> [PoisonRequest] {
    try store.read { try $0.value([PoisonRequest].self, HostMeta.poison(family)) ?? [] }
  }

  /// Which callbacks wrote a family's settings.
  package func settingWriters(of family: FamilyID) throws -> SettingWriters {
    try store.read { try $0.value(SettingWriters.self, HostMeta.writers(family)) } ?? SettingWriters()
  }
}
