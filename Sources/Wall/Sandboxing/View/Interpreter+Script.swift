// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Interpreter {
  /// The number of bytes that the kernel reads to find an interpreter.
  private static let longestLine = 256

  /// The interpreter that a script's first line names; `nil` for a file that does not begin with `#!`.
  ///
  /// - Parameter script: an absolute path without symlinks. At most 256 bytes of the file are read.
  /// - Throws: `LaunchError` for a file that can't be read, and for a line that names anything but one interpreter of the
  ///   catalog.
  package init?(ofScript script: String) throws(LaunchError) {
    let file = try Descriptor.open(script, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw .plan("\(script) is not a regular file") }
    let head = file.read(Self.longestLine, at: 0)
    guard head.starts(with: "#!".utf8) else { return nil }
    let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard words.count == 1, head.count > line.count + 2 || head.count < Self.longestLine else {
      throw .plan(
        "\(script) begins with “#!\(ELFName(Array(line)))”",
        remedy: "A script needs one absolute interpreter there, such as #!/usr/bin/python3.")
    }
    try self.init(path: String(decoding: words[0], as: UTF8.self))
  }
}
