// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// Requests that visible shields load their configuration again. Apple's API has no equivalent.
public enum ShieldRefresh {
  /// Refreshes all visible shields of this family, at most once per second. There is no reply.
  public static func request() { ExtensionSession.current?.write([.refreshShields(token: nil)]) }

  /// Refreshes the shield of one item.
  public static func request(for token: some TokenIdentifying) {
    guard let wireToken = WireToken(token._stableKey) else { return }
    ExtensionSession.current?.write([.refreshShields(token: wireToken)])
  }
}
