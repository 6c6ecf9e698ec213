// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A capability that a family requests and the operator grants (`manifest.md`). Network access is not a capability.
public enum Capability: String, WireWord {
  case authorization, badge, focus, monitoring, notifications, picker, reports, settings, shields, timelines
  case containerRead = "container.read"
  case containerWrite = "container.write"

  /// Returns whether an extension at `point` can have it. Granted are the requested capabilities that the operator's
  /// policy and this limit allow.
  public func isOpen(to point: ExtensionPoint) -> Bool {
    switch self {
    case .authorization, .picker, .reports: point == .app
    case .badge, .focus: point == .app || point == .focusFilter
    case .containerRead: point.mayHaveEffects || point == .widget
    case .containerWrite, .monitoring, .notifications, .settings, .shields, .timelines: point.mayHaveEffects
    }
  }
}

/// How strictly the rules treat invalid input (`screen-time.md`, terms).
public enum Behaviour: String, WireWord {
  case strict, appleCompatible
}
