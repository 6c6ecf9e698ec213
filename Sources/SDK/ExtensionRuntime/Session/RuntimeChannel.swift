// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Whole messages in both directions, whatever carries them.
package protocol RuntimeChannel: Sendable {
  /// Blocks for the next message of the host; `nil` at the end of the wire.
  ///
  /// - Throws: when the host's line is no message; the wire is unusable then.
  func receive() throws -> Envelope?

  /// Sends one message; callers on several threads take turns.
  func send(_ message: Envelope) throws

  /// Keeps one message to go ahead of the next, or at `flush`.
  func sendSoon(_ message: Envelope) throws

  /// Sends what was kept: nothing follows soon.
  func flush() throws
}

extension RuntimeChannel {
  package func sendSoon(_ message: Envelope) throws { try send(message) }

  package func flush() throws {}
}
