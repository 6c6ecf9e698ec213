// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The first line of a script: `#!` and the absolute path of one interpreter.
struct ScriptLine {
  let interpreter: String

  /// The kernel reads as many bytes of a first line.
  private static let longest = 256

  /// - Returns: `nil` for a file that doesn't start with `#!`.
  /// - Throws: `ExtensionTrialError` for a file that is not a regular one, which could block its reader, and for a line
  ///   that is anything but one interpreter.
  init?(of path: String) throws {
    let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard number >= 0 else { throw ExtensionTrialError("\(path) can't be read.") }
    let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ExtensionTrialError("\(path) is not a regular file.")
    }
    let head = try file.read(upToCount: Self.longest) ?? Data()
    guard head.starts(with: Data("#!".utf8)) else { return nil }
    let rest = head.dropFirst(2)
    guard let end = rest.firstIndex(of: 0x0A) ?? (head.count < Self.longest ? rest.endIndex : nil) else {
      throw ExtensionTrialError("\(path) starts with “#!” and a line of more than \(Self.longest) bytes.")
    }
    let words = rest[..<end].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard words.count == 1, let first = words.first, first.first == UInt8(ascii: "/"),
      first.allSatisfy({ (0x21...0x7e).contains($0) }), !first.elementsEqual("/usr/bin/env".utf8)
    else {
      throw ExtensionTrialError(
        "\(path) starts with “#!” and something other than one absolute interpreter, such as #!/usr/bin/python3.")
    }
    interpreter = String(decoding: first, as: UTF8.self)
  }
}
