// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@testable import ExtensionTransport

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The two byte streams of a channel; every behaviour is tested on both.
enum ChannelKind: String, CaseIterable, Sendable {
  case descriptors
  case inMemory

  typealias Pair = (host: any MessageChannel, extension: any MessageChannel)

  func makePair(
    host: ChannelLimits = .host(receiving: .standard), extension: ChannelLimits = .extension(sending: .standard)
  ) throws -> Pair {
    let (hostStream, extensionStream) = try makeStreams()
    return (
      MessageConnection(stream: hostStream, limits: host),
      MessageConnection(stream: extensionStream, limits: `extension`)
    )
  }

  /// A channel, and a peer that can write any bytes.
  func makeRawPeer(
    host: ChannelLimits = .host(receiving: .standard)
  ) throws -> (host: any MessageChannel, peer: RawPeer) {
    let (hostStream, peerStream) = try makeStreams()
    return (MessageConnection(stream: hostStream, limits: host), RawPeer(stream: peerStream))
  }

  func makeStreams() throws -> (any ByteStream, any ByteStream) {
    switch self {
    case .descriptors:
      ignoreBrokenPipeSignals()
      let (there, back) = (try makePipe(), try makePipe())
      return (
        DescriptorStream(reading: back.read, writing: there.write),
        DescriptorStream(reading: there.read, writing: back.write)
      )
    case .inMemory:
      let there = InMemoryBytes(capacity: InMemoryPipe.capacityBytes)
      let back = InMemoryBytes(capacity: InMemoryPipe.capacityBytes)
      return (InMemoryStream(incoming: back, outgoing: there), InMemoryStream(incoming: there, outgoing: back))
    }
  }

  private func makePipe() throws -> (read: Int32, write: Int32) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { throw ByteStreamError.failed(errno: errno) }
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return (descriptors[0], descriptors[1])
  }
}

/// The other end of a channel, which reads and writes plain bytes.
struct RawPeer {
  let stream: any ByteStream

  func write(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)
    while !rest.isEmpty {
      rest.removeFirst(try rest.withUnsafeBytes { try stream.write($0, until: .after(.seconds(10))) })
    }
  }

  func close() {
    stream.closeWriting()
    stream.closeReading()
  }

  func write(_ text: String) throws { try write(text.utf8) }

  func read(_ count: Int) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    let length = try buffer.withUnsafeMutableBytes { try stream.read(into: $0, until: .after(.seconds(10))) }
    return Array(buffer[..<length])
  }
}
