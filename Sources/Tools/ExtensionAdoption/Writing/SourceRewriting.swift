// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Changes the copy of a source in place, so that every line and column stays where it was: conditions on the system
/// are decided as on an iPhone, and attributes that only the Objective-C runtime reads are blanked.
struct SourceRewriting {
  /// Apple's modules without a counterpart here. A condition on one is false.
  let absent: Set<String>
  /// Modules of the project whose files are compiled together with the source. Imports of them are blanked.
  var localModules: Set<String> = []
  /// Indicates whether the entry point is generated, so that `@main` in the sources would be a second one.
  let hasGeneratedEntry: Bool

  private static let attributes = [
    "@objcMembers", "@objc", "@IBAction", "@IBOutlet", "@IBDesignable", "@IBInspectable",
  ]

  func lines(of source: SwiftSource) -> [String] {
    let previewless =
      source.text.mentionsPreview ? PreviewBlanking.blanked(source.text) : source.text.lines.map(String.init)
    let imports = Set(source.imports.filter { localModules.contains($0.module) }.map(\.line))
    return zip(previewless, source.text.code).enumerated().map { index, line in
      guard !imports.contains(index + 1) else { return "" }
      return rewritten(line.0, code: Array(line.1.utf8))
    }
  }

  private func rewritten(_ line: String, code: [UInt8]) -> String {
    guard !localModules.isEmpty || code.contains(UInt8(ascii: "@")) || code.contains(UInt8(ascii: "#")) else {
      return line
    }
    var bytes = Array(line.utf8)
    // A preview that was blanked is no longer in the line.
    let code = zip(code, bytes).map { $0.1 == UInt8(ascii: " ") ? $0.1 : $0.0 }
    for (range, text) in edits(in: String(decoding: code, as: UTF8.self)) where range.upperBound <= bytes.count {
      for (offset, index) in range.enumerated() {
        bytes[index] = offset < text.utf8.count ? Array(text.utf8)[offset] : UInt8(ascii: " ")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The byte ranges to replace, with their replacements, which are never longer.
  private func edits(in code: String) -> [(Range<Int>, String)] {
    var edits: [(Range<Int>, String)] = []
    func offsets(_ range: Range<String.Index>) -> Range<Int> {
      code.utf8.distance(
        from: code.startIndex, to: range.lowerBound)..<code.utf8.distance(from: code.startIndex, to: range.upperBound)
    }
    if code.firstMatch(of: /^\s*#(if|elseif)\b/) != nil {
      edits += code.matches(of: /\bos\(\s*(iOS|iPadOS)\s*\)/).map { (offsets($0.range), "true") }
      edits += code.matches(of: /\btargetEnvironment\(\s*simulator\s*\)/).map { (offsets($0.range), "false") }
      edits += code.matches(of: /\bcanImport\(\s*([A-Za-z_]+)\s*\)/)
        .filter { absent.contains(String($0.output.1)) }.map { (offsets($0.range), "false") }
    }
    // `Kit.Rule` becomes `Rule`.
    for module in localModules {
      edits += code.ranges(of: module + ".").filter { range in
        let before = range.lowerBound == code.startIndex ? nil : code[code.index(before: range.lowerBound)]
        return before?.isPartOfName != true && before != "." && code[range.upperBound...].first?.isUppercase == true
      }.map { (offsets($0), "") }
    }
    for attribute in Self.attributes + (hasGeneratedEntry ? ["@main"] : []) {
      for range in code.ranges(of: attribute) where !code[range.upperBound...].startsWithNamePart {
        edits.append((offsets(range.lowerBound..<Self.end(of: attribute, at: range.upperBound, in: code)), ""))
      }
    }
    return edits
  }

  /// The end of an attribute, with the name in parentheses that `@objc` may have.
  private static func end(of attribute: String, at index: String.Index, in code: String) -> String.Index {
    guard attribute == "@objc", index < code.endIndex, code[index] == "(",
      let close = code[index...].firstIndex(of: ")")
    else { return index }
    return code.index(after: close)
  }
}

extension Substring {
  fileprivate var startsWithNamePart: Bool { first?.isPartOfName == true }
}
