// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionAdoption

/// The declarations read from a Swift file, and the text that is not code.
@Suite struct SwiftSourceTests {
  private func source(_ text: String) -> SwiftSource { SwiftSource(text, path: "/a/File.swift") }

  @Test func `finds imports in every spelling, and none in comments and strings`() {
    let source = source(
      """
      import DeviceActivity
      @preconcurrency import ManagedSettings
      import struct Foundation.Date
      public import SwiftUI; import Charts
      // import Nothing
      /* import /* nested */ Nothing */
      let text = "import Nothing"
      #if canImport(os)
      import os
      #endif
      """)
    #expect(source.imports.map(\.module) == ["DeviceActivity", "ManagedSettings", "Foundation", "SwiftUI", "os"])
    #expect(source.imports.filter(\.isConditional).map(\.module) == ["os"])
    #expect(source.imports.last?.line == 9)
  }

  @Test func `finds classes with their inheritance clauses, over several lines and without generics`() {
    let source = source(
      """
      @available(iOS 16, *) final class Monitor: DeviceActivity.DeviceActivityMonitor, Sendable {
        class func make() -> Monitor { Monitor() }
      }
      class Base<T: Hashable>
        : ShieldActionDelegate
      {}
      @main
      struct Report: DeviceActivityReportExtension { }
      enum Plain { case a }
      """)
    #expect(source.declarations.map(\.name) == ["Monitor", "Base", "Report", "Plain"])
    #expect(source.declarations[0].inherits == ["DeviceActivityMonitor", "Sendable"])
    #expect(source.declarations[2].isMain)
    #expect(source.hasMain)
  }

  @Test func `skips raw, multi-line and interpolated strings`() {
    let text = SourceText(
      ##"""
      let a = "class A: B { \(call("import X", { 1 })) }"
      let b = #"raw " \(not) "# + """
      class C {
      """
      let c = call()
      """##)
    #expect(text.code.joined().contains("call("))
    #expect(!text.mentions("class"))
    #expect(!text.mentions("import"))
    #expect(text.mentions("c"))
    #expect(text.literals.contains { $0.contains("class C") })
  }

  @Test func `replaces the import of a submodule by its module, and keeps imports of declarations`() {
    let source = source(
      "import os.log // os.log\n@preconcurrency import UIKit.UIColor\nimport struct Foundation.Date\n")
    #expect(source.imports.map(\.module) == ["os", "UIKit", "Foundation"])
    var lines = source.text.lines.map(String.init)
    SubmoduleImports.shorten(&lines, in: source)
    #expect(
      lines == ["import os // os.log", "@preconcurrency import UIKit", "import struct Foundation.Date", ""])
  }

  @Test func `removes previews and keeps the position of every other line`() {
    let text = SourceText(
      """
      struct A {}
      #Preview("One }") {
        A(text: "}")
      }
      struct B {}
      """)
    let blanked = PreviewBlanking.blanked(text)
    #expect(blanked.count == 5)
    #expect(blanked[0] == "struct A {}")
    #expect(blanked[1...3].allSatisfy { $0.allSatisfy(\.isWhitespace) })
    #expect(blanked[4] == "struct B {}")
  }

  @Test func `removes the preview of a widget with its timeline`() {
    let text = SourceText(
      """
      #Preview(as: .systemSmall) {
        CoffeeWidget()
      } timeline: {
        CoffeeEntry(date: .now)
      }
      let label: Int = 1
      """)
    let blanked = PreviewBlanking.blanked(text)
    #expect(blanked.prefix(5).allSatisfy { $0.allSatisfy(\.isWhitespace) })
    #expect(blanked[5] == "let label: Int = 1")
  }

  @Test func `finds the schemes and hosts that literals link to, and none that a manifest refuses`() {
    let text = """
      // "comment://no"
      let a = URL(string: "app://open?id=\\(id)"), b = "https://News.example.org/\\(path)"
      let c = ["http://plain.example", "javascript://x", "https://-bad-/", "file:///etc", "not a url: app2://x"]
      """
    let found = LinkedAddresses([SwiftSource(text, path: "A.swift")])
    #expect(found.schemes == ["app"])
    #expect(found.hosts == ["news.example.org"])
    #expect(LinkedAddresses([]).note == nil)
  }
}
