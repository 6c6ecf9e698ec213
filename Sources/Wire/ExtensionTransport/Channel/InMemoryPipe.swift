// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Two connected channels in one process: the cheapest depth at which a host and an extension can be tested.
///
/// They share everything with the channels over descriptors but the bytes' way: each direction is a bounded buffer that
/// blocks and ends as a pipe does.
public enum InMemoryPipe {
  /// As much as a pipe of the kernel holds.
  public static let capacityBytes = 64 << 10

  /// - Parameter capacityBytes: what each direction holds before a sender waits.
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
