// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Two connected channels in one process, for testing a host and an extension without starting a process.
///
/// They share all code with channels over descriptors except the byte stream: each direction is a bounded buffer that
/// blocks and ends like a pipe.
public enum InMemoryPipe {
  /// The default capacity of a pipe in the Linux kernel.
  public static let capacityBytes = 64 << 10

  /// - Parameter capacityBytes: The bytes that each direction holds before a sender blocks.
  public static func makePair(
    host: ChannelLimits, extension: ChannelLimits, capacityBytes: Int = capacityBytes
  ) -> (host: MessageConnection, extension: MessageConnection) {
    let toExtension = InMemoryBytes(capacity: capacityBytes)
    let toHost = InMemoryBytes(capacity: capacityBytes)
    return (
      MessageConnection(stream: InMemoryStream(incoming: toHost, outgoing: toExtension), limits: host),
      MessageConnection(stream: InMemoryStream(incoming: toExtension, outgoing: toHost), limits: `extension`)
    )
  }
}
