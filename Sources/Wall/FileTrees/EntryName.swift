// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a directory entry, as raw bytes: any except NUL and the slash.
package struct EntryName: Hashable, Sendable {
  /// NUL-terminated, as system calls expect it.
  let characters: [CChar]

  /// - Parameter bytes: without a terminator.
  /// - Returns: `nil` for bytes that can't name an entry: none, more than 255, `.`, `..`, or with a NUL or slash.
  package init?(bytes: some Collection<UInt8>) {
    guard (1...255).contains(bytes.count), !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")) else { return nil }
    let dots = bytes.allSatisfy { $0 == UInt8(ascii: ".") }
    guard !dots || bytes.count > 2 else { return nil }
    characters = bytes.map { CChar(bitPattern: $0) } + [0]
  }

  package init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// NUL-terminated, for calls that take a path.
  package var cString: [CChar] { characters }
  package var bytes: [UInt8] { characters.dropLast().map { UInt8(bitPattern: $0) } }
}

extension EntryName: CustomStringConvertible {
  /// Printable ASCII unchanged, every other byte as `\xNN`: a name can't move the cursor or forge a line of output.
  package var description: String {
    var text = ""
    for byte in bytes {
      if (0x20..<0x7f).contains(byte), byte != UInt8(ascii: "\\") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        text += "\\x" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }
}

extension [EntryName] {
  /// The path for a message; one of more than six names is shortened in the middle.
  package var spoken: String {
    guard count > 6 else { return map(\.description).joined(separator: "/") }
    let ends = prefix(3).map(\.description) + ["… \(count - 6) more …"] + suffix(3).map(\.description)
    return ends.joined(separator: "/")
  }
}
