// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// The supervisor's configuration of one extension, with all the numbers of `wire.md#deadlines`.
public struct ExtensionConfiguration: Hashable, Sendable {
  /// `<family>.<name>`.
  public var id: String
  public var point: ExtensionPoint
  /// The manifest's version, which the reply to `hello` must repeat.
  public var version: String
  public var capabilities: [Capability]
  public var behaviour: Behaviour
  public var schemas: [Int64]
  /// Whether text before the reply to `hello` is tolerated (`stdio`) instead of being a violation.
  public var allowsNoise: Bool
  /// The time from exec to the reply to `hello`.
  public var start: Duration
  public var deadline: Duration
  /// The time in which an extension must have read and acknowledged a request.
  public var liveness: Duration
  /// Half a second (`wire.md#deadlines`).
  public static let standardLiveness = Duration.milliseconds(500)
  /// The host time after which an idle process is stopped; `nil` for an app, which runs while it is open.
  public var idleStopMs: Int64?
  /// On-demand processes are replaced after 256 callbacks or an hour.
  public var callbacksPerProcess: Int
  public var lifetimeMs: Int64
  /// How many processes may be launched in a minute of the host's clock; `nil` for any number.
  public var launchesPerMinute: Int?
  /// Whether deadlines wait for a debugger that is attached to the process: on synthetic data only.
  public var waitsForDebugger: Bool
  /// Whether a sealed process is killed right after its answer, as under a virtual clock.
  public var killsSealedAtOnce: Bool

  public init(
    id: String, point: ExtensionPoint, version: String, capabilities: [Capability] = [],
    behaviour: Behaviour = .strict, schemas: [Int64] = [1], allowsNoise: Bool = false,
    start: Duration = .seconds(2), deadline: Duration = .seconds(5),
    liveness: Duration = Self.standardLiveness, idleStopMs: Int64? = 10_000,
    callbacksPerProcess: Int = 256, lifetimeMs: Int64 = 3_600_000, launchesPerMinute: Int? = nil,
    waitsForDebugger: Bool = false, killsSealedAtOnce: Bool = false
  ) {
    self.id = id
    self.point = point
    self.version = version
    self.capabilities = capabilities
    self.behaviour = behaviour
    self.schemas = schemas
    self.allowsNoise = allowsNoise
    self.start = start
    self.deadline = deadline
    self.liveness = liveness
    self.idleStopMs = idleStopMs
    self.callbacksPerProcess = callbacksPerProcess
    self.lifetimeMs = lifetimeMs
    self.launchesPerMinute = launchesPerMinute
    self.waitsForDebugger = waitsForDebugger
    self.killsSealedAtOnce = killsSealedAtOnce
  }

  var deadlineMs: Int64 { deadline.milliseconds }

  /// The host's offer, checked against the flow policy when the family is loaded.
  public var hello: HelloParams {
    HelloParams(
      schemas: schemas, point: point, features: Feature.offered(to: point), extension: id, capabilities: capabilities,
      behaviour: behaviour, limits: HelloLimits(for: point))
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
