// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What a family asks for and the operator grants (`manifest.md`). Network is not among them.
public enum Capability: String, WireWord {
  case authorization, badge, focus, monitoring, notifications, picker, reports, settings, shields, timelines
  case containerRead = "container.read"
  case containerWrite = "container.write"

  /// Whether the point may hold it at all: granted = requested ∩ operator's policy ∩ this ceiling.
  public func isOpen(to point: ExtensionPoint) -> Bool {
    switch self {
    case .authorization, .picker, .reports: point == .app
    case .badge, .focus: point == .app || point == .focusFilter
    case .containerRead: point.mayHaveEffects || point == .widget
    case .containerWrite, .monitoring, .notifications, .settings, .shields, .timelines: point.mayHaveEffects
    }
  }
}

/// How strictly the rules answer a wrong input (`screen-time.md`, terms).
public enum Behaviour: String, WireWord {
  case strict, appleCompatible
}
