// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionAdoption

/// `Bundle.main` of an adopted extension. `make adopt` checks that the generated file compiles and is used (T27).
@Suite struct BundleFactsTests {
  private static let asking = SwiftSource("let name = Bundle.main.bundleIdentifier!\n", path: "/asking.swift")

  private func info(_ texts: [String: String]) -> ExtensionInfo {
    var info = ExtensionInfo(identifier: nil, principalClass: nil)
    info.texts = texts
    return info
  }

  @Test func `the project's identifier takes precedence over Info.plist, and that over the default`() {
    let list = info(["CFBundleIdentifier": "com.example.list", "AppGroup": "group.example"])
    func values(_ info: ExtensionInfo?, _ identifier: String?) -> [String: String] {
      BundleFacts(info, identifier: identifier, name: "Limits", fallback: "family.monitor").values
    }
    #expect(values(list, "com.example.project")["CFBundleIdentifier"] == "com.example.project")
    #expect(values(list, nil)["CFBundleIdentifier"] == "com.example.list")
    #expect(values(nil, nil)["CFBundleIdentifier"] == "family.monitor")
    #expect(values(list, nil)["AppGroup"] == "group.example")
    #expect(values(nil, nil)["CFBundleShortVersionString"] == "1.0")
  }

  @Test func `any text of Info.plist is written as a valid literal`() throws {
    let facts = BundleFacts(
      info(["Quote": "\"# \\(exit(1)) \n\""]), identifier: nil, name: "Limits", fallback: "family.monitor")
    let text = try #require(facts.text(for: [Self.asking]))
    #expect(text.contains("  #\"Quote\"#: ##\"\"# \\(exit(1)) \\##u{a}\"\"##,"))
  }

  @Test func `sources that don't use Bundle.main get no file`() {
    let quiet = SwiftSource("let name = \"bundleIdentifier\"\n", path: "/quiet.swift")
    let facts = BundleFacts(nil, identifier: nil, name: "Limits", fallback: "family.monitor")
    #expect(facts.text(for: [quiet]) == nil)
  }
}
