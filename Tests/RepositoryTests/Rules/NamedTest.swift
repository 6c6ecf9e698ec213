// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A test function, by the name that the test runner prints.
struct NamedTest: Hashable {
  var target: String
  var name: String

  /// The tests in a Swift source. Tests that are always disabled are left out, because they prove nothing.
  static func found(in source: String, target: String) -> [NamedTest] {
    let code = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    return code.components(separatedBy: "@Test").dropFirst().compactMap { rest in
      guard let function = rest.firstRange(of: /func\s+/) else { return nil }
      let attribute = rest[..<function.lowerBound]
      guard !attribute.contains(".disabled(") else { return nil }
      if let display = attribute.firstMatch(of: /^\(\s*"((?:[^"\\]|\\.)*)"/) {
        return NamedTest(target: target, name: String(display.output.1))
      }
      let declared = rest[function.upperBound...]
      let name = declared.hasPrefix("`") ? declared.dropFirst().prefix { $0 != "`" } : declared.prefix { $0 != "(" }
      return NamedTest(target: target, name: String(name))
    }
  }

  /// Every test of the repository except RepositoryTests, which prove no rule of Screen Time.
  static func all() throws -> [NamedTest] {
    try Repository.files(in: "Tests", endings: ["swift"]).flatMap { file -> [NamedTest] in
      let target = String(file.split(separator: "/")[1])
      return target == "RepositoryTests" ? [] : found(in: try Repository.text(file), target: target)
    }
  }
}
