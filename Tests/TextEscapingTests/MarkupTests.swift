// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextEscaping

@Suite struct MarkupTests {
  @Test func `escapes characters with a meaning in markup`() {
    #expect(Markup.escape("<a href=\"x\">'&'</a>\n") == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt; ")
  }

  @Test func `replaces controls and direction marks, and isolates names`() {
    #expect(Markup.isolated("a\u{202E}\u{1B}\u{E0041}\u{FFFE}") == "<bdi>a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}</bdi>")
  }
}
