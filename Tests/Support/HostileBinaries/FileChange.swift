// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A change to a file while the host reads it.
package enum FileChange: CaseIterable, Sendable {
  case truncated
  case grown
  case rewritten
  case replaced
  case pipe
  case symlink
  case directory
  case absent

  /// - Parameter other: the bytes of the replacing file, and the target of the symlink.
  package func apply(to path: String, other: String) {
    switch self {
    case .truncated: truncate(path, 70)
    case .grown: truncate(path, 1 << 20)
    case .rewritten:
      let file = open(path, O_WRONLY)
      guard file >= 0 else { return }
      let text = [UInt8](repeating: 0xff, count: 4096)
      pwrite(file, text, text.count, 0)
      close(file)
    case .replaced:
      link(other, path + ".next")
      rename(path + ".next", path)
    case .pipe:
      unlink(path)
      mkfifo(path, 0o644)
    case .symlink:
      unlink(path)
      Glibc.symlink(other, path)
    case .directory:
      unlink(path)
      mkdir(path, 0o755)
    case .absent: unlink(path)
    }
  }
}
