// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ReasonCode {
  /// A change in a source of usage data or in the clocks.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    case appeared = "source.appeared"
    case lost = "source.lost"
    case clockJumped = "source.clockJumped"
    case clockSet = "source.clockSet"
    case suspended = "source.suspended"
    case resumed = "source.resumed"
    case zoneChanged = "source.zoneChanged"
    case focusBlind = "source.blind.focus"
    case focusSighted = "source.sighted.focus"
    case webBlind = "source.blind.web"
    case webSighted = "source.sighted.web"
    case presenceBlind = "source.blind.presence"
    case presenceSighted = "source.sighted.presence"
  }
}
