// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// One event of the simulated device.
enum Moment {
  /// Use as a source would report it, up to an instant; time without a span is unobserved.
  case use([UseSpan], until: Timestamp)
  case clock(Timestamp)
  case travel(String)
  case grant(Item, until: Timestamp)
  case policy([String: SettingsStore])
  case revoke(Int)
  case open(Int)

  /// The fault that the event counts as; use is not a fault.
  var kind: SimulatedFault? {
    switch self {
    case .use, .open: nil
    case .clock: .clock
    case .travel: .travel
    case .grant, .policy: .guardian
    case .revoke: .revoke
    }
  }
}
