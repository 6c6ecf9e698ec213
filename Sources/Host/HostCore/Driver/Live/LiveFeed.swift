// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// Where a live driver has its time and its use from: the clocks and sources of a machine, or a test's.
package protocol LiveFeed: AnyObject {
  /// Descriptors that are readable when there is something to read.
  var descriptors: [CInt] { get }
  /// When there is something to read although no descriptor says so, such as the silence of a source; `nil`: never.
  var nextLook: Timestamp? { get }

  /// Everything that came since the last call, oldest first, and use up to the present; the last is `time`.
  func read() -> [DeviceInput]

  /// When CLOCK_BOOTTIME shows, in milliseconds, what the device's clock shows at `instant`.
  func boottime(of instant: Timestamp) -> Int64
}
