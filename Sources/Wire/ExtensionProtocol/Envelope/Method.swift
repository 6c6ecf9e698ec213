// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The methods of protocol 1 and the point features they belong to (`wire.md#messages`).
public enum Method: String, WireWord {
  case hello, perform, data, cancel, shutdown
  case ack, commit, authorize, pick, presentReport, presentWindow
}

/// Optional behaviour, usable only if offered and confirmed.
public enum Feature: String, WireWord {
  case ack, cancel, commit

  /// Sealed points are offered none.
  public static func offered(to point: ExtensionPoint) -> [Feature] {
    switch point {
    case .shieldConfiguration, .report: []
    case .widget: [.ack, .cancel]
    case .app, .monitor, .shieldAction, .focusFilter: [.ack, .cancel, .commit]
    }
  }
}
