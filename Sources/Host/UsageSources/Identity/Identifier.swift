// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules

/// The canonical names of apps, hosts and streams (LIVE-ID1, LIVE-ID3, PRIV-TK1).
package enum Identifier {
  /// Whether the text is 1–64 characters of `a-z0-9/._-`.
  package static func isStream(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x2D...0x39).contains($0) || $0 == 0x5F }
  }

  /// Whether the text is 1–255 bytes in NFC, without control characters and noncharacters, which messages can't carry,
  /// and not a path (PRIV-TK1).
  package static func isApplication(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && !text.utf8.contains(UInt8(ascii: "/"))
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
      && (text.utf8.allSatisfy { $0 < 0x80 }
        || !text.unicodeScalars.contains(where: \.properties.isNoncharacterCodePoint)
          && text.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  /// The id of a window class without a desktop file (LIVE-ID1).
  ///
  /// - Returns: `nil` if the class can't be an identifier, such as a path.
  package static func ofWindowClass(_ name: String) -> String? {
    guard !name.isEmpty else { return nil }
    let id = "wm:" + name.lowercased().precomposedStringWithCanonicalMapping
    return isApplication(id) ? id : nil
  }

  /// The host of a web address: lower case, A-labels, no port, user or trailing dot (LIVE-ID3).
  ///
  /// - Returns: `nil` for pages that are not on the web, and for IP addresses, which no rule can name (M11).
  package static func host(ofAddress address: String) -> String? {
    guard let components = URLComponents(string: address), let scheme = components.scheme?.lowercased(),
      scheme == "http" || scheme == "https", var host = components.encodedHost?.lowercased()
    else { return nil }
    if host.hasSuffix(".") { host.removeLast() }
    return DomainName.isValid(host) ? host : nil
  }
}
