// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The file type of a descriptor or path, as far as feeds distinguish it.
enum FileKind: Equatable {
  case regular, fifo, socket, link, other

  /// `nil` if the descriptor is not open.
  init?(of descriptor: CInt) {
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { return nil }
    self.init(facts)
  }

  init(_ facts: stat) {
    self =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFIFO: .fifo
      case S_IFSOCK: .socket
      case S_IFLNK: .link
      default: .other
      }
  }
}
