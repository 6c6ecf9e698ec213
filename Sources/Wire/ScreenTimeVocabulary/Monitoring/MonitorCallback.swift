// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The callbacks of a monitor, by their names on the wire.
public enum MonitorCallback: String, Codable, Sendable, CaseIterable {
  case intervalDidStart
  case intervalDidEnd
  case intervalWillStartWarning
  case intervalWillEndWarning
  case eventDidReachThreshold
  case eventWillReachThresholdWarning

  /// The order of callbacks that are due at the same instant (C7).
  public var rank: Int {
    switch self {
    case .eventWillReachThresholdWarning: 0
    case .eventDidReachThreshold: 1
    case .intervalWillEndWarning: 2
    case .intervalDidEnd: 3
    case .intervalWillStartWarning: 4
    case .intervalDidStart: 5
    }
  }

  public var isOfEvent: Bool { self == .eventDidReachThreshold || self == .eventWillReachThresholdWarning }
}
