// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionAdoption

/// Changes to the copies of sources keep every position.
@Suite struct SourceRewritingTests {
  private func rewritten(_ line: String, entry: Bool = false) -> String {
    SourceRewriting(absent: ["AppKit", "CoreML"], hasGeneratedEntry: entry)
      .lines(of: SwiftSource(line, path: "/a.swift"))
      .joined(separator: "\n")
  }

  @Test(arguments: [
    ("#if os(iOS)", "#if true   "), ("#if !os( iPadOS ) && DEBUG", "#if !true         && DEBUG"),
    ("#elseif os(iOS) || os(macOS)", "#elseif true    || os(macOS)"),
    ("#if targetEnvironment(simulator)", "#if false                       "),
    ("#if canImport(CoreML)", "#if false            "), ("#if canImport(UIKit)", "#if canImport(UIKit)"),
    ("@objc func tap() {}", "      func tap() {}"), ("@objc(Own) class A {}", "           class A {}"),
    ("@objcMembers class A {}", "             class A {}"), ("@objcFoo class A {}", "@objcFoo class A {}"),
    ("let a = \"@objc os(iOS)\" // @objc", "let a = \"@objc os(iOS)\" // @objc"),
    ("let a = \"ä\"; @objc var b = 1", "let a = \"ä\";       var b = 1"),
    ("@main struct A {}", "@main struct A {}"),
  ])
  func `conditions are those of an iPhone, and attributes for Objective-C are blank`(line: String, expected: String) {
    #expect(rewritten(line) == expected)
  }

  @Test func `an entry point of the sources is blanked if another one is generated`() {
    #expect(rewritten("@main struct A {}", entry: true) == "      struct A {}")
    #expect(rewritten("@mainly struct A {}", entry: true) == "@mainly struct A {}")
  }
}

/// The names that a file provides, and the files that an extension can do without.
@Suite struct SourceOffersTests {
  @Test func `a file offers its types, its top level and the members of its extensions, not local names`() {
    let offers = SourceOffers(
      SourceText(
        """
        protocol Kept { var inner: Int { get } }
        let shared = 1
        func run() {
          let local = 2
        }
        extension Color {
          static let brand = 3
          init(hex: String) { let value = 4 }
        }
        """))
    #expect(offers.all == ["Kept", "shared", "run", "brand", "hex"])
    #expect(offers.extended == ["Color"])
  }

  @Test func `faulty files that only mention each other are expendable, and the entry's file is not`() {
    let sources = [
      SwiftSource("class Own { }", path: "/own"), SwiftSource("struct A { let b: B }", path: "/a"),
      SwiftSource("struct B { let a: [A] }", path: "/b"), SwiftSource("struct C { }\nfunc f(_ o: Own) {}", path: "/c"),
    ]
    let selection = SourceSelection(sources: sources, entries: ["Own"])
    #expect(selection.expendable(["/a", "/b", "/own"]) == ["/a", "/b"])
    #expect(selection.expendable(["/a"]) == [])
    #expect(selection.expendable([]) == [])
  }
}

/// The modules of the SDK by the names they declare.
@Suite struct SDKNamesTests {
  @Test func `a missing name that exists is reported with its module`() throws {
    let names = SDKNames(try SDKLocation(named: TemplateFolders.repository, environment: [:], program: "/"))
    #expect(names.modules(of: "UNUserNotificationCenter") == ["UserNotifications"])
    #expect(names.modules(of: "ShieldConfiguration") == ["ManagedSettingsUI"])
    #expect(names.modules(of: "NSPersistentContainer") == [])
    let diagnostics = CompilerDiagnostics(
      originals: ["/w/F.swift": "/home/F.swift"], modules: ModuleKnowledge(sdk: []), names: names, shells: ["CoreML"])
    let output = """
      /w/F.swift:3:1: error: cannot find 'UNUserNotificationCenter' in scope
      /w/F.swift:4:1: error: cannot find type 'MLModel' in scope
      """
    #expect(CompilerDiagnostics.missingNames(in: output) == ["UNUserNotificationCenter", "MLModel"])
    let faults = diagnostics.faults(in: output)
    #expect(faults.first?.reason.contains("add “import UserNotifications”") == true)
    #expect(
      faults.last?.reason.contains("It may belong to CoreML, imported here, of which only the name exists") == true)
  }
}
