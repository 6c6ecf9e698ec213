// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// The source of a live driver's time and use: a machine's clocks and sources, or a test's.
package protocol LiveFeed: AnyObject {
  /// Descriptors that become readable when there is input.
  var descriptors: [CInt] { get }
  /// The time to read even if no descriptor is readable, for example to notice a silent source; `nil` for never.
  var nextLook: Timestamp? { get }

  /// All inputs since the last call, oldest first, with use up to the present. The last one is `time`.
  func read() -> [DeviceInput]

  /// The value of CLOCK_BOOTTIME, in milliseconds, at which the device's clock shows `instant`.
  func boottime(of instant: Timestamp) -> Int64
}
