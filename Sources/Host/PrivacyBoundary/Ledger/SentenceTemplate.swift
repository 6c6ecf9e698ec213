// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A policy sentence with placeholders in braces. A noun after the name agrees with the value: `{count item}` becomes
/// “1 item” or “3 items”.
struct SentenceTemplate {
  let text: String

  init(_ text: String) { self.text = text }

  /// Replaces each placeholder with its value.
  ///
  /// - Parameter value: returns the value of a name, or throws if it has none.
  func filled(_ value: (String) throws -> String) rethrows -> String {
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      let words = rest[rest.index(after: open)..<close].split(separator: " ", maxSplits: 1)
      let filling = try value(words.first.map(String.init) ?? "")
      result += words.count == 2 ? "\(filling) \(words[1])\(filling == "1" ? "" : "s")" : filling
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

/// A count of events in words.
package func spokenTimes(_ count: Int) -> String {
  switch count {
  case 1: "once"
  case 2: "twice"
  default: "\(count) times"
  }
}
