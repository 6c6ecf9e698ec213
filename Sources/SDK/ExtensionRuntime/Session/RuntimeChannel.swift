// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A channel of complete messages in both directions.
package protocol RuntimeChannel: Sendable {
  /// Blocks until the next message of the host.
  ///
  /// - Throws: An error at the end of the wire, or if the line is not a valid message. The channel is then unusable.
  func receive() throws -> Envelope

  /// Sends one message. Concurrent callers wait for each other.
  func send(_ message: Envelope) throws

  /// Holds one message back until the next message or `flush`.
  func sendSoon(_ message: Envelope) throws

  /// Sends the messages held back.
  func flush() throws
}

extension RuntimeChannel {
  package func sendSoon(_ message: Envelope) throws { try send(message) }

  package func flush() throws {}
}
