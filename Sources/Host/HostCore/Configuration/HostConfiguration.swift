// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import FamilyManifests
package import PrivacyBoundary
package import ScreenTimeRules
package import ScreenTimeStore

/// Everything a host is told at its start; the rest it finds in its state directory.
package struct HostConfiguration {
  /// Whose time it is.
  package enum ClockKind: Hashable, Sendable {
    /// The clock of the usage that is fed in: a week passes in a second, and every run is the same.
    case virtual
    case real
  }

  package var stateDirectory: String
  /// Where the host keeps its own copies of programs; states may share it.
  package var programsDirectory: String
  /// Where pages are written; `nil`: nowhere.
  package var outputDirectory: String?
  /// Where the run is recorded (`recording.md`); `nil`: not at all.
  package var recordingPath: String?
  package var families: [LoadedFamily]
  package var launcherPath: String
  package var clock: ClockKind
  package var mode: DeliveryMode
  /// The first instant of a new state; an old state goes on where it stopped.
  package var start: Timestamp
  package var environment: EnvironmentSnapshot
  package var profile: PrivacyProfile
  /// Who may learn what; `nil`: the policy that was built in. Another one is for trials of a change to it.
  package var policy: FlowPolicy?
  package var registry: ItemRegistry
  package var names: [Item: String]
  package var answers: PersonAnswers
  package var presses: PressScript
  /// Seeds back-off and the extensions' random numbers; never the tokens.
  package var seed: UInt64
  /// Makes tokens reproducible: for synthetic data only, since whoever knows it can name every token.
  package var reproducibleKeys: Bool
  /// Protections whose absence the operator accepted by name.
  package var acceptedMissing: [String]
  /// A control group that was delegated to this host: each process gets a leaf of it (`sandbox.md#layers`).
  package var controlGroup: String?
  /// Directories of libraries that images may hold besides the system's, which the operator named.
  package var runtimeLibraries: [String] = []
  /// Who uses the device, whom the host can authenticate, and which families the operator forbids (A3–A12). On a
  /// virtual clock the script plays a child with a guardian beside it, so that families of both members can be tried.
  package var authorization: AuthorizationPolicy
  /// What this host can carry out; settings for other organs are kept and told as not enforced (M13).
  package var organs: Set<EnforcementCapability> = [.shields, .media]
  /// The model by which filters of reports know this device (R7).
  package var deviceModel = "iPhone"
  /// What families may ask of the rules, after the operator's changes (§4).
  package var limits = RuleLimits()
  /// How long use, samples and texts are kept, and so how far back reports look (R11).
  package var retention = Retention.standard
  /// Where programs come from; `nil`: the disk and the wall.
  package var programs: (any ProgramSource)?
  /// Who listens to everything that crosses to and from programs; for checks on made-up worlds alone.
  package var witness: (any LaunchInterceptor)?
  /// How many times longer than its limits a program may take in real time. On a virtual clock nobody waits for it, so a
  /// check on a busy machine can tell slow from silent; what programs are told of their limits stays the same.
  package var patience = 1

  /// How many families may have a turn at a time.
  package var turns = TurnWidth.one

  /// Whether an idle process stays until it is needed again. On a virtual clock a day passes in a second, and starting a
  /// program anew proves nothing: fresh and warm give the same bytes (C12). Simulations and checks, which are to find
  /// where that is not so, let the device's clock end what is idle.
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
