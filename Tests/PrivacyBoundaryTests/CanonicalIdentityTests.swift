// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import Testing

@Suite struct CanonicalIdentityTests {
  @Test(arguments: [
    ("Bücher.example", "xn--bcher-kva.example"), ("straße.de", "xn--strae-oqa.de"), ("faß.de", "xn--fa-hia.de"),
    ("EXAMPLE.org.", "example.org"), ("user@Example.org:8080", "example.org"), ("例え.jp", "xn--r8jz45g.jp"),
    ("a\u{300}b.com", "xn--b-rfa.com"), ("\u{E0}b.com", "xn--b-rfa.com"), ("１２.com", "12.com"),
    ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("xn--99999999.example", "xn--99999999.example"),
  ])
  func `a domain has one canonical spelling`(written: String, canonical: String) throws {
    #expect(try CanonicalIdentity.item(.webDomain, written) == .webDomain(canonical))
  }

  @Test func `an application keeps its case and loses its suffix`() throws {
    #expect(try CanonicalIdentity.item(.application, "org.gnome.Maps.desktop") == .application("org.gnome.Maps"))
    let composed = try CanonicalIdentity.item(.application, "Caf\u{E9}").id.unicodeScalars.map(\.value)
    #expect(try CanonicalIdentity.item(.application, "Cafe\u{301}").id.unicodeScalars.map(\.value) == composed)
  }

  @Test func `categories are one to twelve`() throws {
    #expect(try CanonicalIdentity.item(.category, "6") == .category("6"))
    for text in ["0", "13", "", "x", "1.0"] {
      #expect(throws: CanonicalIdentity.Fault.self) { try CanonicalIdentity.item(.category, text) }
    }
  }

  @Test(arguments: [
    "", "a..b", "a b.com", "a\u{0}.com", String(repeating: "a", count: 64) + ".com", "/etc/passwd", "a%20b.com",
    // Not ASCII, so these are encoded first.
    "ü b.com", "ü%20.com", "ü..com", "ü/b.com", "ü?.com", "%C3%BC.com", "\u{FFFD}\u{E000}.com", "[ü].com",
  ])
  func `rejects a string that is not a domain name`(_ text: String) {
    #expect(throws: CanonicalIdentity.Fault.self) { try CanonicalIdentity.item(.webDomain, text) }
  }

  @Test(arguments: ["", String(repeating: "x", count: 256), "a\nb", "a.desktop.desktop"])
  func `rejects a string that is not an application identifier`(_ text: String) {
    #expect(throws: CanonicalIdentity.Fault.self) { try CanonicalIdentity.item(.application, text) }
  }

  @Test func `the longest identity is accepted`() throws {
    #expect(try CanonicalIdentity.item(.application, String(repeating: "x", count: 255)).id.utf8.count == 255)
  }
}
