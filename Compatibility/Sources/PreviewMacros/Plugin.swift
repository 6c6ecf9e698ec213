// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The compiler plugin for the macros of `Previews`.
///
/// It implements the compiler's plugin protocol itself (frames of a 64-bit length and JSON, on the standard streams),
/// so that building an extension doesn't require building swift-syntax. A preview always expands to nothing.
@main
struct Plugin {
  static func main() {
    let input = FileHandle.standardInput
    let output = FileHandle.standardOutput
    while let message = read(from: input) {
      guard let answer = try? JSONSerialization.data(withJSONObject: answer(to: message)) else { return }
      var length = UInt64(answer.count).littleEndian
      output.write(Data(bytes: &length, count: 8) + answer)
    }
  }

  private static func read(from input: FileHandle) -> [String: Any]? {
    guard let head = try? input.read(upToCount: 8), head.count == 8 else { return nil }
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    var body = Data()
    while body.count < length {
      guard let part = try? input.read(upToCount: length - body.count), !part.isEmpty else { return nil }
      body += part
    }
    return (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
  }

  private static func answer(to message: [String: Any]) -> [String: Any] {
    if message["getCapability"] != nil { return ["getCapabilityResult": ["capability": ["protocolVersion": 7]]] }
    return ["expandMacroResult": ["expandedSource": expansion(of: message), "diagnostics": [Any]()]]
  }

  /// Empty for a preview and its related macros.
  private static func expansion(of message: [String: Any]) -> String {
    guard let attached = message["expandAttachedMacro"] as? [String: Any],
      (attached["macro"] as? [String: Any])?["typeName"] as? String == "EntryMacro",
      let source = (attached["declSyntax"] as? [String: Any])?["source"] as? String,
      let entry = EntryExpansion(source)
    else { return "" }
    return attached["macroRole"] as? String == "accessor" ? entry.accessors : entry.key
  }
}
