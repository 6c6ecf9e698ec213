// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The methods of protocol 1 (`wire.md#messages`).
public enum Method: String, WireWord {
  case hello, perform, data, cancel, shutdown
  case ack, commit, authorize, pick, presentReport, presentWindow
}

/// Optional behaviour that may be used only if the host offers it and the extension confirms it.
public enum Feature: String, WireWord {
  case ack, cancel, commit

  /// The features the host offers to an extension at `point`. Sealed points get none.
  public static func offered(to point: ExtensionPoint) -> [Feature] {
    switch point {
    case .shieldConfiguration, .report: []
    case .widget: [.ack, .cancel]
    case .app, .monitor, .shieldAction, .focusFilter: [.ack, .cancel, .commit]
    }
  }
}
