// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import PrivacyBoundary
package import ScreenTimeRules

/// The conditions of a recorded run: its clock, its place and the seed of its random numbers.
package struct RecordedRun: Hashable, Codable, Sendable {
  package enum Clock: String, Hashable, Codable, Sendable { case virtual, real }

  package var created: Timestamp
  package var clock: Clock
  package var mode: DeliveryMode
  package var profile: String
  package var timeZone: String
  package var locale: String
  package var seed: UInt64

  init(_ configuration: HostConfiguration) {
    created = configuration.start
    clock = configuration.clock == .virtual ? .virtual : .real
    mode = configuration.mode
    profile = configuration.profile.rawValue
    timeZone = configuration.environment.timeZone
    locale = configuration.environment.locale
    seed = configuration.seed
  }
}
