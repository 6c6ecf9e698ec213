// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// Host names label by label: the parents of a domain, and what a name covers.
@Suite struct HostNameTests {
  @Test func `a domain is covered by itself and its parents, nearest first, and by no empty name`() {
    for (name, expected) in [
      ("a.b.c", ["a.b.c", "b.c", "c"]), ("b.c", ["b.c", "c"]), ("c", ["c"]), ("c.", ["c."]), ("", [""]),
    ] {
      #expect(DomainName.covering(.webDomain(name)) == expected.map(Item.webDomain), "\(name)")
    }
  }

  @Test(arguments: [
    ("b.example", "b.example", true), ("b.example", "a.b.example", true), ("example", "a.b.example", true),
    ("b.example", "ab.example", false), ("a.b.example", "b.example", false), ("b.example", "b.exampl", false),
    // A dot comes right before the part that would have to be the name.
    ("b.example", "a.c.example", false), ("c.example", "b.example", false), ("example", "b", false),
  ])
  func `a name covers its own domain and those below it, and no other with a like ending`(
    _ name: String, _ domain: String, _ isCovered: Bool
  ) {
    #expect(DomainName.name(name, covers: domain) == isCovered)
  }

  @Test func `one letter is a host name, and a digit or a hyphen alone is none`() {
    for name in ["a", "z", "_"] { #expect(DomainName.isValid(name), "\(name)") }
    for name in ["", "1", "-", ".", "A"] { #expect(!DomainName.isValid(name), "\(name)") }
  }
}
