// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The refresh that Apple lacks: a visible shield is asked for its configuration again (S5).
public enum ShieldRefresh {
  /// Asks for all visible shields of this family, at most once a second; nothing comes back.
  public static func request() { ExtensionSession.current?.write([.refreshShields(token: nil)]) }

  /// Asks for the shield of one item.
  public static func request(for token: some TokenIdentifying) {
    guard let wireToken = WireToken(token._stableKey) else { return }
    ExtensionSession.current?.write([.refreshShields(token: wireToken)])
  }
}
