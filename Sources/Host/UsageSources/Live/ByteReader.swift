// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One read of a descriptor, with its outcomes as cases.
enum ByteRead {
  case bytes(ArraySlice<UInt8>)
  /// Nothing now; more may come.
  case nothing
  case end
  case failed(CInt)
}

/// The one buffer that a feed reads into.
struct ByteReader {
  /// At most this much is read in a call of `SampleFeed.read()`, so that a flood leaves the loop time for the rest.
  static let bound = 1_048_576
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Reads once.
  ///
  /// - Parameter isSocket: the descriptor may block, and is a socket: it is read without blocking.
  mutating func read(_ descriptor: CInt, isSocket: Bool = false) -> ByteRead {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe isSocket
          ? recv(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT))
          : Glibc.read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count > 0 { return .bytes(buffer[..<count]) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothing
      case let code: return .failed(code)
      }
    }
  }
}
