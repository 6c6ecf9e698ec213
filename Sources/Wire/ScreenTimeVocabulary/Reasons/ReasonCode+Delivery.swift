// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension ReasonCode {
  /// How a delivery ended.
  public enum Delivery: String, Hashable, Sendable, CaseIterable {
    case accepted = "reply.ok"
    case applied = "delivery.applied"
    case refused = "delivery.refused"
    case failed = "delivery.failed"
    case poison
    case expired = "delivery.expired"
    case dropped = "delivery.dropped"
    case noExtension = "extension.none"
    case noPoint = "point.none"
    case unknownCallback = "callback.unknown"
    case unknownToken = "token.unknown"
    case unknownTap = "tap.unknown"
  }

  /// How an attempt ended: by an error of the wire, or because no process could take it.
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

  /// What happened on the device.
  public enum Device: String, Hashable, Sendable, CaseIterable {
    case shieldUp = "shield.up"
    case shieldDown = "shield.down"
  }
}
