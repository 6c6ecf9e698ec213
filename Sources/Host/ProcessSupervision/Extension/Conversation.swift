// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

/// The exchange with one process: ids in sequence, features agreed, requests counted (`wire.md#messages`).
struct Conversation {
  let child: any ExtensionChild
  /// The number of this extension's launch in this run, for the recording.
  let process: Int
  let launchedAt: Int64
  var features: Set<Feature> = []
  var contexts: [String]?
  var callbacks = 0
  var requestRate = RequestRate()
  private var lastHostID: Int64 = 0
  private var lastExtensionID: Int64 = 0

  init(child: any ExtensionChild, process: Int, launchedAt: Int64) {
    self.child = child
    self.process = process
    self.launchedAt = launchedAt
  }

  /// The id of the next request. It is used up only when the request is sent.
  var upcomingHostID: RequestID { RequestID(.host, lastHostID + 1) }

  mutating func useHostID() { lastHostID += 1 }

  /// Whether `id` is the extension's next number. Any other is the violation `id.sequence` (WIRE-B7).
  mutating func takes(extensionID id: RequestID) -> Bool {
    guard id == RequestID(.extension, lastExtensionID + 1) else { return false }
    lastExtensionID += 1
    return true
  }

  /// The violation for a reply to an id that was never sent, or was answered already.
  func reasonForStrayReply(_ id: RequestID) -> String {
    id.side == .host && id.number <= lastHostID ? "reply.duplicate" : "reply.unknown"
  }
}
