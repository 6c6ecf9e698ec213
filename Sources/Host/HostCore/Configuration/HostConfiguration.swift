// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import FamilyManifests
package import PrivacyBoundary
package import ScreenTimeRules
package import ScreenTimeStore

/// The host's configuration. Everything else is in its state directory.
package struct HostConfiguration {
  /// The clock that drives the host.
  package enum ClockKind: Hashable, Sendable {
    /// The clock of the usage that is fed in: a week passes in a second, and every run is the same.
    case virtual
    case real
  }

  package var stateDirectory: String
  /// The directory for the host's copies of programs; states may share it.
  package var programsDirectory: String
  /// The directory for pages; `nil` to write none.
  package var outputDirectory: String?
  /// The path of the run's recording (`recording.md`); `nil` for none.
  package var recordingPath: String?
  package var families: [LoadedFamily]
  package var launcherPath: String
  package var clock: ClockKind
  package var mode: DeliveryMode
  /// The first instant of a new state. An existing state continues where it stopped.
  package var start: Timestamp
  package var environment: EnvironmentSnapshot
  package var profile: PrivacyProfile
  /// The flow policy; `nil` for the built-in one. Others are for testing a change to it.
  package var policy: FlowPolicy?
  package var registry: ItemRegistry
  package var names: [Item: String]
  package var answers: PersonAnswers
  package var presses: PressScript
  /// Seeds back-off and the extensions' random numbers; never the tokens.
  package var seed: UInt64
  /// Makes tokens reproducible. For synthetic data only, since the seed reveals every token.
  package var reproducibleKeys: Bool
  /// Protections whose absence the operator accepted by name.
  package var acceptedMissing: [String]
  /// A control group that was delegated to this host. Each process gets a leaf of it (`sandbox.md#layers`).
  package var controlGroup: String?
  /// Library directories besides the system's that images may use, named by the operator.
  package var runtimeLibraries: [String] = []
  /// The kind of person who uses the device, the authenticators that the host supports, and the families that the
  /// operator forbids (A3–A12). On a virtual clock the script plays a child with a guardian present, so that families
  /// for both kinds of member can be tried.
  package var authorization: AuthorizationPolicy
  /// The settings that this host can enforce. Others are stored and reported as not enforced (M13).
  package var organs: Set<EnforcementCapability> = EnforcementCapability.ofVirtualDevice
  /// The model that identifies this device in report filters (R7).
  package var deviceModel = "iPhone"
  /// The limits for families' requests to the rules, after the operator's changes.
  package var limits = RuleLimits()
  /// The periods for which use, samples and texts are kept, which limits how far back reports go (R11).
  package var retention = Retention.standard
  /// The source of programs; `nil` for the disk and the sandbox.
  package var programs: (any ProgramSource)?
  /// Intercepts all traffic to and from programs. Only for checks on synthetic data.
  package var witness: (any LaunchInterceptor)?
  /// The factor by which a program may exceed its limits in real time. On a virtual clock no person waits, so a check
  /// on a busy machine can tell a slow program from a hung one. The limits announced to programs don't change.
  package var patience = 1
  /// The journeys of a run on a virtual clock.
  package var zoneChanges: [ZoneChange] = []

  /// How long a change that loosens a limit is delayed, unless a guardian makes it (LIVE-CHG1). 0 means no delay, as on a
  /// virtual clock, where nobody can reconsider.
  package var looseningSeconds: Int64 = 0

  /// The number of families that may have a turn at a time.
  package var turns = TurnWidth.one

  /// Whether an idle process stays until it is needed again. On a virtual clock a day passes in a second, and
  /// restarting a program tests nothing: fresh and warm processes must give the same bytes (C12). Simulations and
  /// checks, which must find violations of that, let the device's clock end idle processes.
  package var keepsIdleProcesses: Bool { clock == .virtual && programs == nil && witness == nil }

  package init(
    stateDirectory: String, programsDirectory: String? = nil, outputDirectory: String?, recordingPath: String?,
    families: [LoadedFamily],
    launcherPath: String, clock: ClockKind, mode: DeliveryMode, start: Timestamp, environment: EnvironmentSnapshot,
    profile: PrivacyProfile, registry: ItemRegistry, names: [Item: String], answers: PersonAnswers,
    presses: PressScript, seed: UInt64, reproducibleKeys: Bool, acceptedMissing: [String] = [],
    programs: (any ProgramSource)? = nil
  ) {
    self.stateDirectory = stateDirectory
    self.programsDirectory = programsDirectory ?? stateDirectory + "/programs"
    self.outputDirectory = outputDirectory
    self.recordingPath = recordingPath
    self.families = families
    self.launcherPath = launcherPath
    self.clock = clock
    self.mode = mode
    self.start = start
    self.environment = environment
    self.profile = profile
    self.registry = registry
    self.names = names
    self.answers = answers
    self.presses = presses
    self.seed = seed
    self.reproducibleKeys = reproducibleKeys
    self.acceptedMissing = acceptedMissing
    authorization = AuthorizationPolicy(person: clock == .virtual ? .child : .adult)
    self.programs = programs
  }
}
