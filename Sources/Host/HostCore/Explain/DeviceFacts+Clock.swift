// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
import ScreenTimeStore

extension DeviceFacts {
  /// The offset of the device's clock from the kernel's, as last stored by a host.
  package func clockMark() throws -> ClockMark? {
    try store.read { try $0.value(ClockMark.self, HostMeta.clockMark) }
  }
}
