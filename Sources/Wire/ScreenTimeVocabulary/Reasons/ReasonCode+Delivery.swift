// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ReasonCode {
  /// The outcome of a delivery.
  public enum Delivery: String, Hashable, Sendable, CaseIterable {
    case accepted = "reply.ok"
    case applied = "delivery.applied"
    case refused = "delivery.refused"
    case failed = "delivery.failed"
    case poison
    case expired = "delivery.expired"
    case dropped = "delivery.dropped"
    case superseded
    case noExtension = "extension.none"
    case noPoint = "point.none"
    case unknownCallback = "callback.unknown"
    case unknownToken = "token.unknown"
    case unknownTap = "tap.unknown"
    case resent = "delivery.resent"
    case dismissed = "delivery.dismissed"
  }

  /// The outcome of an attempt: an error of the wire, or the reason that no process could take it.
  public enum Attempt: String, Hashable, Sendable, CaseIterable {
    case denied
    case schema
    case tooLarge
    case rateLimited
    case conflict
    case limit
    case unknownToken
    case unauthorized
    case authorization
    case monitoring
    case effectViolation
    case extensionError
    case invalidRequest
    case methodNotFound
    case invalidParams
    case parse
    case versionUnsupported
    case shuttingDown
    case deadlineExceeded
    case cancelled
    case busy
    case crashed
    case killed
    case quarantined
    case integrity
    case notApproved
    case unresponsive
    case violation
    case launchFailed
    case late
    case backingOff
    case launch
    case disabled
    case refused
  }

  /// An event on the device.
  public enum Device: String, Hashable, Sendable, CaseIterable {
    case shieldUp = "shield.up"
    case shieldDown = "shield.down"
    case blockBegan = "block.began"
    case blockEnded = "block.ended"
  }
}
