// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parameters of `commit`: a savepoint within a callback, or a separate transaction outside one
/// (`wire.md#requests-of-an-extension`).
public struct CommitParams: Hashable, Sendable {
  /// The ID of the callback in progress.
  public var within: RequestID?
  /// The revision from which the effects were computed. The commit is refused with 1108 if a written entry has changed
  /// since.
  public var base: Int64?
  public var effects: [Effect]

  public init(within: RequestID? = nil, base: Int64? = nil, effects: [Effect]) {
    self.within = within
    self.base = base
    self.effects = effects
  }
}

extension CommitParams: WireConvertible {
  public var wire: WireValue { ["base": base?.wire, "effects": effects.wire, "within": within?.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    within = try reader.optional("within")
    base = try reader.optionalInteger("base", in: 0...WireLimits.largestInteger)
    effects = try Effect.list(&reader)
    guard !effects.isEmpty else { throw WireError(.limit, at: reader.path("effects"), "is empty; 1…256 are allowed") }
    try reader.finish()
  }
}

/// The reply to an accepted `commit`: the family's current state.
public struct CommitResult: WireConvertible {
  public var revision: Int64
  public var snapshot: Snapshot

  public init(revision: Int64, snapshot: Snapshot) {
    self.revision = revision
    self.snapshot = snapshot
  }

  public var wire: WireValue { ["revision": revision.wire, "snapshot": snapshot.wire] }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    revision = try reader.required("revision")
    snapshot = try reader.required("snapshot")
    try reader.finish()
  }
}
