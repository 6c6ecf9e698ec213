// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The time at which interval callbacks are delivered. A setting of the host, not of a family.
package enum DeliveryMode: String, Codable, Sendable {
  /// At the first use of the device at or after the due time, as Apple does.
  case faithful
  /// At the due time.
  case exact
}
