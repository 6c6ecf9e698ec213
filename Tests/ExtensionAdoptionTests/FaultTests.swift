// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ExtensionAdoption

/// Code that can't compile is reported by file, line and reason, not by the compiler's own message.
@Suite struct FaultTests {
  private let modules = ModuleKnowledge(sdk: ["DeviceActivity", "SwiftUI"])

  @Test func `reports imports of third-party modules, and code that needs Objective-C`() {
    let source = SwiftSource(
      """
      import DeviceActivity
      import Alamofire
      import StoreKit
      class A { @objc func tap() {} }
      let s = #selector(A.tap)
      #if canImport(CoreData)
      import CoreData
      #endif
      """, path: "/a/File.swift")
    let faults = SourceScreening(modules: modules).faults(in: source, ownModules: ["Own"])
    #expect(faults.map(\.line) == [2, 5])
    #expect(faults.map(\.kind) == [.module, .objectiveC])
    #expect(faults[0].reason.contains("third-party"))
    #expect(faults[1].reason.contains("#selector"))
  }

  @Test(arguments: [
    ("no such module 'Alamofire'", AdoptionFault.Kind.module, "third-party package"),
    ("Objective-C interoperability is disabled", .objectiveC, "@objc"),
    ("cannot find 'UIApplication' in scope", .missing, "“UIApplication” doesn't exist here"),
    ("cannot find type 'UIView' in scope", .missing, "“UIView” doesn't exist here"),
    ("value of type 'Text' has no member 'sparkle'", .missing, "Text has no “sparkle” in this SDK"),
    ("'IntentConfiguration' is unavailable: use AppIntentConfiguration", .unavailable, "use AppIntentConfiguration"),
    ("missing return in instance method", .other, "the compiler says: missing return"),
  ])
  func `explains each kind of compiler error`(message: String, kind: AdoptionFault.Kind, reason: String) throws {
    let diagnostics = CompilerDiagnostics(originals: ["/w/Sources/M/File.swift": "/home/File.swift"], modules: modules)
    let output = """
      Building for production...
      /w/Sources/M/File.swift:7:3: error: \(message)
       5 | code
      /elsewhere/Other.swift:1:1: error: not of this extension
      /w/Sources/M/File.swift:7:3: error: \(message)
      """
    let faults = diagnostics.faults(in: output)
    #expect(faults.map(\.file) == ["/home/File.swift"])
    let fault = try #require(faults.first)
    #expect(fault.line == 7)
    #expect(fault.kind == kind)
    #expect(fault.reason.contains(reason))
  }

  @Test func `faults are in the order of the lines, and one that a missing name explains is left out`() {
    let diagnostics = CompilerDiagnostics(originals: ["/w/File.swift": "/home/File.swift"], modules: modules)
    let faults = diagnostics.faults(
      in: """
        /w/File.swift:9:1: error: expected '}' in class
        /w/File.swift:4:3: error: cannot find 'Analytics' in scope
        /w/File.swift:4:30: error: 'nil' requires a contextual type
        """)
    #expect(faults.map(\.line) == [4, 9])
    #expect(faults.map(\.kind) == [.missing, .other])
  }
}
