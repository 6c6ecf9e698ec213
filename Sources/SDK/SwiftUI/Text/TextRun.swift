// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// A run of a text node.
struct TextRun {
  enum Content {
    case text(String)
    case lineBreak
    /// A date or timer that the host formats when it draws (VIEW-17).
    case live(WireObject)
  }

  var content: Content
  var style: WireValue?

  var isLive: Bool {
    if case .live = content { true } else { false }
  }

  var wire: WireValue {
    switch content {
    case .text(let text): ["text": .string(text), "style": style]
    case .lineBreak: ["break": true]
    case .live(let object): .object(object)
    }
  }

  /// The lines of a string, cleaned (VIEW-6), separated by line breaks.
  static func lines(of text: String, style: TextTraits, in context: ResolveContext) -> [TextRun] {
    let wire = style.wire(in: context)
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    return lines.enumerated().flatMap { index, line in
      let own = line.isEmpty ? [] : [TextRun(content: .text(context.cleaned(String(line))), style: wire)]
      return (index == 0 ? [] : [TextRun(content: .lineBreak)]) + own
    }
  }
}

extension ResolveContext {
  /// Normalises text to NFC. Replaces tabs by spaces and other control and bidirectional characters by U+FFFD, which is
  /// reported (VIEW-6).
  package func cleaned(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    var found = false
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar == "\t" {
        cleaned.append(" ")
      } else if scalar.properties.generalCategory == .control || Self.isBidiControl(scalar) {
        cleaned.append("\u{FFFD}")
        found = true
      } else {
        cleaned.append(scalar)
      }
    }
    if found { session.diagnose("text.control", "A text holds control characters; each is shown as U+FFFD.") }
    return String(cleaned)
  }

  private static func isBidiControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
