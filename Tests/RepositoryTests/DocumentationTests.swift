// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Each Swift example in the documentation is part of the target DocumentationExamples, so it compiles.
@Suite struct DocumentationTests {
  static let pages = Repository.files(in: "Sources", endings: ["md"]).filter { $0.contains(".docc/") }
  static let modules = [
    "AppIntents", "Charts", "DeviceActivity", "ExtensionFoundation", "ExtensionKit", "ExtensionRuntime",
    "FamilyControls", "ManagedSettings", "ManagedSettingsUI", "SwiftUI", "UIKit", "UserNotifications",
  ]

  private func examples(in page: String) throws -> [String] {
    try Repository.text(page).components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  @Test(arguments: pages) func `shows only Swift that is compiled`(page: String) throws {
    let files = Repository.files(in: "Tests/Fixtures/documentation", endings: ["swift"])
    let sources = try files.map { try Repository.text($0) }
    for example in try examples(in: page) {
      let isCompiled = sources.contains { $0.contains(example) }
      #expect(isCompiled, "no file of Tests/Fixtures/documentation contains this example:\n\(example)")
    }
  }

  @Test(arguments: modules) func `has a page for each module of the SDK`(module: String) throws {
    let page = try Repository.text("Sources/SDK/\(module)/Documentation.docc/\(module).md")
    #expect(page.hasPrefix("# ``\(module)``\n"))
    #expect(page.contains("## Topics"))
  }

  @Test func `the page from Xcode to Linux has compiled examples`() throws {
    #expect(try examples(in: "Sources/SDK/DeviceActivity/Documentation.docc/FromXcodeToLinux.md").count >= 3)
  }

  @Test(arguments: pages) func `contains no path of one machine`(page: String) throws {
    let text = try Repository.text(page)
    for word in [Repository.root.path, "/home/", "/tmp/", "http://"] { #expect(!text.contains(word), "\(word)") }
  }
}
