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

  /// Sends one message ahead of the next, or by itself when none follows soon.
  func sendSoon(_ message: Envelope) throws
}

extension RuntimeChannel {
  package func sendSoon(_ message: Envelope) throws { try send(message) }
}
