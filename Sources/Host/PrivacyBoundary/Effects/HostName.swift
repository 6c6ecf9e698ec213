// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ScreenTimeRules

/// Host names as families write them.
enum HostName {
  /// The one spelling in which host names are compared: lower-case A-labels (M11). What is no host name stays as it was
  /// written, for the rules to refuse it by name.
  static func canonical(_ text: String) -> String {
    let lowercased = text.lowercased()
    if lowercased.utf8.allSatisfy({ $0 < 0x80 }) { return lowercased }
    // An identity may come with a user and a port, which are cut off; a setting that names them is a mistake.
    guard !lowercased.contains(where: "@:/?#%* ".contains),
      let item = try? CanonicalIdentity.item(.webDomain, lowercased)
    else { return text }
    return item.id
  }
}
