// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A capability that a family requests and the operator grants (`manifest.md`). Network access is not a capability.
public enum Capability: String, WireWord {
  case authorization, badge, focus, monitoring, notifications, picker, reports, settings, shields, timelines
  case containerRead = "container.read"
  case containerWrite = "container.write"

  /// Returns whether an extension at `point` may have the capability. The host grants a requested capability if this
  /// and the operator's policy allow it.
  public func isOpen(to point: ExtensionPoint) -> Bool {
    switch self {
    case .authorization, .picker, .reports: point == .app
    case .badge, .focus: point == .app || point == .focusFilter
    case .containerRead: point.mayHaveEffects || point == .widget
    case .containerWrite, .monitoring, .notifications, .settings, .shields, .timelines: point.mayHaveEffects
    }
  }
}

/// The strictness with which the rules treat invalid input.
public enum Behaviour: String, WireWord {
  case strict, appleCompatible
}
