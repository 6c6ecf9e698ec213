// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ReasonCode {
  /// The outcome of a request for a widget's timeline, or what its stack did.
  public enum Widget: String, Hashable, Sendable, CaseIterable {
    case granted = "widget.granted"
    case deferred = "widget.deferred"
    case coalesced = "widget.coalesced"
    case accepted = "widget.accepted"
    case unchanged = "widget.unchanged"
    case failed = "widget.failed"
    case orphan = "widget.orphan"
    case unknownKind = "reload.unknownKind"
    case archiveCorrupt = "archive.corrupt"
    case archiveTooNew = "archive.tooNew"
    case rotated = "stack.rotated"
    case chosen = "stack.chosen"
  }
}
