// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import Testing

/// The limits of an identity, and what is said of one that is beyond them.
@Suite struct IdentityFaultTests {
  private static let label = String(repeating: "x", count: 63)
  /// As long as an identity may be.
  private static let longest = [label, label, label, label].joined(separator: ".")

  private static let names: [String] = [
    "a", "a.example", "-a.example", "a-.example", "ab--cd.example", "_dmarc.example", "0.example", "xn--a.example",
    "\(label).example", "a.\(label)", longest,
  ]

  private static let faults: [(Item.Kind, String, String)] = [
    (.webDomain, "", "is not a domain name"), (.webDomain, ".", "is not a domain name"),
    (.webDomain, ".a", "is not a domain name"), (.webDomain, "a..b", "is not a domain name"),
    (.webDomain, "x\(label).example", "is not a domain name"), (.webDomain, "a.x\(label)", "is not a domain name"),
    (.webDomain, "a b.example", "is not a domain name"), (.webDomain, "\(longest).x", "is longer than 255 bytes"),
    (.webDomain, "a\u{7F}.example", "holds a control character"),
    (.application, "", "is empty"), (.application, ".desktop", "is empty"),
    (.application, String(repeating: "x", count: 256), "is longer than 255 bytes"),
    (.application, "a.desktop.desktop", "has no stable spelling"),
    (.application, "a\nb", "holds a control character"),
    (.category, "0", "is not a category from 1 to 12"), (.category, "13", "is not a category from 1 to 12"),
  ]

  @Test(arguments: names) func `a domain name in ASCII keeps its spelling`(_ name: String) throws {
    #expect(try CanonicalIdentity.item(.webDomain, name) == .webDomain(name))
    #expect(try CanonicalIdentity.item(.webDomain, "user@\(name.uppercased()).:443") == .webDomain(name))
  }

  @Test(arguments: faults)
  func `a text that is not an identity is refused with the reason`(_ kind: Item.Kind, _ text: String, _ reason: String)
  {
    let fault = #expect(throws: CanonicalIdentity.Fault.self) { try CanonicalIdentity.item(kind, text) }
    #expect(fault?.description == reason)
  }
}
