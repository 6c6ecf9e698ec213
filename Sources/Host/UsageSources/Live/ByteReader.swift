// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The outcome of one read of a descriptor.
enum ByteRead {
  case bytes(ArraySlice<UInt8>)
  /// No data now; more may come.
  case nothing
  case end
  case failed(CInt)
}

/// The buffer that a feed reads into.
struct ByteReader {
  /// The maximum number of bytes per call of `SampleFeed.read()`, so that one busy feed doesn't block the event loop.
  static let bound = 1_048_576
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Reads once.
  ///
  /// - Parameter isSocket: whether the descriptor is a socket that may be in blocking mode; it is read without
  ///   blocking.
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
