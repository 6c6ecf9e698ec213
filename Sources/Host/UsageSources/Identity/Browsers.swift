// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The apps that are browsers if no desktop file says otherwise. Their time also belongs to the host of the active tab
/// (LIVE-USE4).
package enum Browsers {
  private static let words = [
    "brave", "chrome", "chromium", "edge", "epiphany", "falkon", "firefox", "konqueror", "librewolf", "opera",
    "qutebrowser", "safari", "vivaldi", "waterfox", "zen_browser",
  ]

  /// Whether a part of the app id is a browser's name: `org.mozilla.firefox`, `wm:firefox developer edition`.
  package static func isBrowser(_ id: String) -> Bool {
    let lowered = id.lowercased()
    guard words.contains(where: lowered.contains) else { return false }
    let parts = lowered.split { $0 == "." || $0 == ":" || $0 == "-" || $0 == " " }
    return parts.contains { words.contains(String($0)) }
  }

  /// The browser in the name of an ActivityWatch bucket, `aw-watcher-web-firefox` (LIVE-AW8).
  static func name(inBucket bucket: String) -> String? {
    let prefix = "aw-watcher-web-"
    guard bucket.hasPrefix(prefix) else { return nil }
    let rest = bucket.dropFirst(prefix.count).lowercased()
    return words.first { rest == $0 || rest.hasPrefix("\($0)_") || rest.hasPrefix("\($0)-") }
  }
}
