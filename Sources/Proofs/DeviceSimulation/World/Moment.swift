// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// One thing that happens to the simulated device.
enum Moment {
  /// Use as a source would report it, up to an instant; a stretch without a span is time nobody saw.
  case use([UseSpan], until: Timestamp)
  case clock(Timestamp)
  case travel(String)
  case grant(Item, until: Timestamp)
  case policy([String: SettingsStore])
  case revoke(Int)
  case open(Int)

  /// What it counts as; use is no fault.
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
