// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The seven places where a developer's code runs (`../ARCHITECTURE.md`).
public enum ExtensionPoint: String, WireWord {
  case app, monitor, shieldConfiguration, shieldAction, report, widget, focusFilter

  /// Indicates whether the extension receives private data and has no output but what is drawn on the surface.
  public var isSealed: Bool {
    switch self {
    case .shieldConfiguration, .report: true
    case .app, .monitor, .shieldAction, .widget, .focusFilter: false
    }
  }

  /// Indicates whether the extension may `commit` and reply with `effects` (C9).
  public var mayHaveEffects: Bool {
    switch self {
    case .app, .monitor, .shieldAction, .focusFilter: true
    case .shieldConfiguration, .report, .widget: false
    }
  }
}
