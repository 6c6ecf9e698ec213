// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// Normalization of host names written by families.
enum HostName {
  /// The form in which host names are compared: lower-case A-labels (M11). Text that is not a host name is returned
  /// unchanged, so that the rules reject it by name.
  static func canonical(_ text: String) -> String {
    let lowercased = text.lowercased()
    if lowercased.utf8.allSatisfy({ $0 < 0x80 }) { return lowercased }
    // `CanonicalIdentity` strips a user and a port, but in a setting they are a mistake.
    guard !lowercased.contains(where: "@:/?#%* ".contains),
      let item = try? CanonicalIdentity.item(.webDomain, lowercased)
    else { return text }
    return item.id
  }
}
