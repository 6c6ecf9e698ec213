// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

/// What has been said to one process: ids in sequence, features agreed, requests counted (`wire.md#messages`).
struct Conversation {
  let child: any ExtensionChild
  /// Numbers launches of this extension in this run, for the recording.
  let process: Int
  let launchedAt: Int64
  var features: Set<Feature> = []
  var contexts: [String]?
  var callbacks = 0
  private var lastHostID: Int64 = 0
  private var lastExtensionID: Int64 = 0

  init(child: any ExtensionChild, process: Int, launchedAt: Int64) {
    self.child = child
    self.process = process
    self.launchedAt = launchedAt
  }

  /// The id of the request being made; it is used up only when the request is sent.
  var upcomingHostID: RequestID { RequestID(.host, lastHostID + 1) }

  mutating func useHostID() { lastHostID += 1 }

  /// Whether `id` is the next number of the extension's side; any other is `id.sequence` (WIRE-B7).
  mutating func takes(extensionID id: RequestID) -> Bool {
    guard id == RequestID(.extension, lastExtensionID + 1) else { return false }
    lastExtensionID += 1
    return true
  }

  /// A reply to an id that was never sent, or was answered already.
  func reasonForStrayReply(_ id: RequestID) -> String {
    id.side == .host && id.number <= lastHostID ? "reply.duplicate" : "reply.unknown"
  }
}
