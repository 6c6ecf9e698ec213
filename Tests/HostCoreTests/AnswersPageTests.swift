// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import SchemaChecks
import ScreenTimeRules
import Testing
import UsageSources

/// Compares docs/answers.md and the schema of answers with the values that the host reads.
@Suite struct AnswersPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func members(_ value: Any) -> Set<String> {
    Set(Mirror(reflecting: value).children.compactMap(\.label))
  }

  @Test(arguments: [
    ("answers.md", "```json answers\n", "homework"), ("getting-started.md", "```json garden/answers.json\n", "garden"),
  ])
  func `shows answers that the host reads`(page: String, fence: String, family: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: "docs/\(page)"), encoding: .utf8)
    let block = try #require(text.components(separatedBy: fence).dropFirst().first).components(separatedBy: "```")[0]
    let file = NSTemporaryDirectory() + "answers-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try block.write(toFile: file, atomically: true, encoding: .utf8)
    let answers = try PersonAnswers(contentsOf: file)
    #expect(answers.authorization(of: FamilyID(family)) == .approved)
    guard case .picked(let pick) = answers.pick(0, of: FamilyID(family)) else {
      Issue.record("the file has no pick")
      return
    }
    #expect(pick.applications == ["net.minetest.minetest"])
  }

  @Test(arguments: ["-9223372036854775808", "-1", "0", "9007199254740992", "9223372036854775807", "1e400"])
  func `refuses a number in place of an answer, with the place`(number: String) throws {
    let whole = #"{"a":{"authorize":"denied","taps":["x"],"picks":[{"applications":["y"]}],"leavesOpen":true}}"#
    for value in [#""denied""#, #""x""#, #""y""#, "true", #"["x"]"#, #"[{"applications":["y"]}]"#] {
      let file = NSTemporaryDirectory() + "answers-\(UUID().uuidString).json"
      defer { try? FileManager.default.removeItem(atPath: file) }
      try whole.replacing(value, with: number).write(toFile: file, atomically: true, encoding: .utf8)
      let error = try #require(throws: HostError.self) { try PersonAnswers(contentsOf: file) }
      #expect("\(error)".contains("is not a file of answers: "), "\(error)")
    }
  }

  @Test func `names each member and each category on the page`() throws {
    let page = try String(contentsOf: Self.root.appending(path: "docs/answers.md"), encoding: .utf8)
    let members = Self.members(PersonAnswers.Family()).union(Self.members(PersonAnswers.Pick()))
    for member in members { #expect(page.contains("| `\(member)` |"), "\(member)") }
    for category in CategoryCode.allCases {
      #expect(page.contains("\(category.rawValue) | \(category.displayName) |"), "\(category)")
    }
  }

  @Test func `the schema has the members and enum values of the Swift types`() throws {
    let data = try Data(contentsOf: Self.root.appending(path: "docs/schema/answers-1.json"))
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let family = try #require((schema["additionalProperties"] as? [String: Any])?["properties"] as? [String: Any])
    #expect(Set(family.keys) == Self.members(PersonAnswers.Family()))
    for member in ["authorize", "revoke"] {
      #expect((family[member] as? [String: [String]])?["enum"] == PromptAnswer.allCases.map(\.rawValue))
    }
    let items = (family["picks"] as? [String: Any])?["items"] as? [String: Any]
    let pick = try #require(items?["properties"] as? [String: Any])
    #expect(Set(pick.keys) == Self.members(PersonAnswers.Pick()))
    let categories = (pick["categories"] as? [String: Any])?["items"] as? [String: [String]]
    #expect(categories?["enum"] == CategoryCode.allCases.map { "\($0.rawValue)" })
  }

  @Test(arguments: [
    (#"{"homework":{"authorise":"denied"}}"#, "/homework: “authorise” is not known here; use authorize,"),
    (#"{"homework":{"picks":[{},{"apps":["a.b"]}]}}"#, "/homework/picks/1: “apps” is not known here"),
    (#"{"homework":{"picks":[{"categories":["13"]}]}}"#, "/homework/picks/0/categories: “13” is not a category"),
    (#"{"homework":{"authorize":"aproved"}}"#, "/homework/authorize: "),
    (#"{"homework":true}"#, "/homework: "), (#"[]"#, "is not a file of answers"), ("{", "is not a file of answers"),
  ])
  func `refuses a mistyped word with its place (CON-21)`(text: String, sentence: String) throws {
    let file = NSTemporaryDirectory() + "answers-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let error = try #require(throws: HostError.self) { try PersonAnswers(contentsOf: file) }
    #expect(error.code == .invalidInput)
    #expect(error.description.contains(file) && error.description.contains(sentence), "\(error)")
  }

  /// Other tests cover unknown members and categories.
  @Test func `the schema and the host refuse the same types in the answers of the page`() throws {
    func value(_ text: String) throws -> WireValue { try JSONDecoder().decode(WireValue.self, from: Data(text.utf8)) }
    let text = try String(contentsOf: Self.root.appending(path: "docs/schema/answers-1.json"), encoding: .utf8)
    let check = JSONSchemaCheck(root: try #require(try value(text)["/additionalProperties"]))
    let page = try String(contentsOf: Self.root.appending(path: "docs/answers.md"), encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```json answers\n").dropFirst().first)
    let family = try #require(try value(block.components(separatedBy: "```")[0])["/homework"])
    #expect(try check.accepts(family))
    for place in family.places() {
      for other: WireValue in [7, true, [], [:]] {
        let changed = family.replacing(place, by: other)
        let isRead = (try? JSONDecoder().decode(PersonAnswers.Family.self, from: JSONEncoder().encode(changed))) != nil
        #expect(try check.accepts(changed) == isRead, "\(place): \(other)")
      }
    }
  }
}
