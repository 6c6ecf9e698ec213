// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules
import ScreenTimeStore

extension DeviceFacts {
  /// How the device's clock stood to the kernel's when a host last said so.
  package func clockMark() throws -> ClockMark? {
    try store.read { try $0.value(ClockMark.self, HostMeta.clockMark) }
  }
}
