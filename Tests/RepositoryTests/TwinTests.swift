// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One name, one type: a type used by both sides is declared in `ScreenTimeVocabulary` only.
@Suite struct TwinTests {
  /// Names that two modules may declare, with the reason why the types differ.
  private static let allowed = [
    "Alignment": "Apple's; the renderer's own is the closed list that a tree may name",
    "Axis": "Apple's; the renderer's own is the closed list that a tree may name",
    "ChartContent": "Apple's protocol of marks; the renderer's is what was decoded of them",
    "IntentParameter": "Apple's property wrapper; the renderer's is what was decoded of a tap",
    "Gradient": "Apple's; the renderer's is checked against its limits",
    "StrokeStyle": "Apple's; the renderer's is checked against its limits",
    "ViewModifier": "Apple's protocol; the renderer's is the closed list that a tree may name",
    "FocusState": "Apple's property wrapper; the rules' is the device's Focus",
    "FamilyState": "extension sources read theirs; the rules' is what the host keeps",
    "NotificationRequest": "the wire's has no instant at which it was asked for",
    "SettingValue": "the wire's holds tokens, the rules' the items behind them",
  ]

  /// The names of a source's top-level types. Sources are formatted, so indentation shows nesting.
  private static func types(in source: String) -> Set<String> {
    let declaration =
      /^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|fileprivate|private|final|indirect|open) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
    return source.split(separator: "\n").reduce(into: []) { names, line in
      if let match = line.firstMatch(of: declaration) { names.insert(String(match.output.1)) }
    }
  }

  private static func declarations() throws -> [String: Set<String>] {
    var modules: [String: Set<String>] = [:]
    for (module, folder) in Repository.modules
    where ["Sources/Wire/", "Sources/SDK/", "Sources/Host/"].contains(where: folder.hasPrefix) {
      for file in Repository.files(in: folder, endings: ["swift"]) {
        for name in types(in: try Repository.text(file)) { modules[name, default: []].insert(module) }
      }
    }
    return modules
  }

  @Test func `each type name is declared in one module`() throws {
    let declared = try Self.declarations()
    #expect(declared.count > 700)
    for (name, modules) in declared where modules.count > 1 && Self.allowed[name] == nil {
      Issue.record("\(name) is declared in \(modules.sorted().joined(separator: " and "))")
    }
  }

  @Test func `every allowed duplicate still exists`() throws {
    let declared = try Self.declarations()
    for name in Self.allowed.keys { #expect((declared[name]?.count ?? 0) > 1, "\(name) has one declaration") }
  }

  @Test func `recognises declarations in every form`() {
    let source = """
      public enum A: String {
      @frozen package struct B {}
      private final class C {
        struct Nested {}
      }
      package indirect enum D {
      extension E {}
      typealias F = Int
      """
    #expect(Self.types(in: source) == ["A", "B", "C", "D", "F"])
  }
}
