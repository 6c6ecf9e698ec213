// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages
import Testing

@Suite struct PageAddressTests {
  @Test(arguments: ["org.mozilla.firefox", "../../etc/passwd", "a b/c", "<img onerror>", "ü€😀", "%2F", "app:x~y", "."])
  func `a subject survives the way into a path and back, and never leaves its directory`(subject: String) throws {
    let address = try #require(PageAddress(.item, subject))
    #expect(PageAddress(path: address.path) == address)
    #expect(address.path.split(separator: "/").count == 2)
    #expect(!address.file.contains("/") && address.file.hasPrefix("item-") && address.file.hasSuffix(".html"))
  }

  @Test func `subjects that differ have files that differ`() {
    let subjects = ["a_b", "a b", "a.b", "a-b", "a_20b", "A.b"]
    #expect(Set(subjects.compactMap { PageAddress(.item, $0)?.file }).count == subjects.count)
  }

  @Test(arguments: [
    "", "/", "today", "/nothing", "/today/", "/today/x", "/item", "/item/", "/item/a/b", "/item/%", "/item/%4",
    "/item/%zz",
    "/item/%+1", "/item/%FF", "//today", "/item/\(String(repeating: "a", count: 513))",
  ])
  func `a path that names no page is refused`(path: String) { #expect(PageAddress(path: path) == nil) }
}
