// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The host's decisions about one launch; `Launcher` checks them against the machine.
public struct LaunchSpecification: Hashable, Sendable {
  /// The uid and gid of an extension on a root host (own-uid).
  public struct Identity: Hashable, Sendable {
    public var uid: UInt32
    public var gid: UInt32
    public init(uid: UInt32, gid: UInt32) {
      self.uid = uid
      self.gid = gid
    }
  }

  public var profile: SandboxProfile
  /// The installed copy of the bundle, an absolute path without symlinks; `/bundle` in the view.
  public var bundleDirectory: String
  /// The executable or script, relative to the bundle.
  public var executable: String
  /// `/container` in the view; `nil` if the capability was not granted.
  public var containerDirectory: String?
  public var containerIsWritable: Bool
  /// The limits of the container's contents. All programs of a family have the same, since they share its container.
  public var containerBudget = ContainerBudget.standard
  /// For a script: the interpreter that the manifest names.
  public var interpreter: String?
  /// For a script: arguments for its interpreter, between the host's own arguments and the script's path.
  public var interpreterArguments: [String] = []
  public var wire: LaunchWire
  /// The user's IANA time zone, passed as `TZ`.
  public var timeZone: String
  public var limits: LaunchLimits
  /// Required on a root host; ignored otherwise.
  public var identity: Identity?
  /// Record locks on files of the container.
  public var grantsLocks: Bool
  /// The directory of the program's `RuntimeImage`; optional only for a static program that opens nothing.
  public var runtimeImage: String?
  /// Protections whose absence the operator accepted for this point.
  public var acceptedMissing: Set<Protection>
  /// The identity of the executable when it was hashed; a launch is refused if it differs
  /// (`sandbox.md#what-an-extension-sees`).
  public var installRecord: InstallRecord?
  /// Whether the environment names the wire. Only a trial omits it, to observe a program that was started by hand.
  public var namesWire = true
  /// Whether the host counts the calls that the sandbox refuses; not for a program with a writable container.
  public var countsRefusals = false

  public init(
    profile: SandboxProfile, bundleDirectory: String, executable: String, limits: LaunchLimits,
    containerDirectory: String? = nil, containerIsWritable: Bool = false, interpreter: String? = nil,
    wire: LaunchWire = .fileDescriptors, timeZone: String = "UTC", identity: Identity? = nil,
    grantsLocks: Bool = false, runtimeImage: String? = nil, acceptedMissing: Set<Protection> = [],
    installRecord: InstallRecord? = nil
  ) {
    self.profile = profile
    self.bundleDirectory = bundleDirectory
    self.executable = executable
    self.limits = limits
    self.containerDirectory = containerDirectory
    self.containerIsWritable = containerIsWritable
    self.interpreter = interpreter
    self.wire = wire
    self.timeZone = timeZone
    self.identity = identity
    self.grantsLocks = grantsLocks
    self.runtimeImage = runtimeImage
    self.acceptedMissing = acceptedMissing
    self.installRecord = installRecord
  }

  /// The environment of `wire.md#start-of-a-process`, in its order.
  /// - Parameter isFlat: whether there is no view, so that the container keeps its path on the host.
  func environment(isFlat: Bool) -> [String] {
    let own = isFlat ? containerDirectory : nil
    return (namesWire ? ["SALLYPORT_WIRE=\(wire.environmentValue)"] : []) + [
      "LANG=C.UTF-8",
      "TZ=\(timeZone)",
      "HOME=\(own ?? (containerDirectory == nil ? "/" : "/container"))",
      "TMPDIR=\(own ?? "/tmp")",
      "SWIFT_BACKTRACE=enable=no",
      "MALLOC_ARENA_MAX=2",
    ]
  }
}
