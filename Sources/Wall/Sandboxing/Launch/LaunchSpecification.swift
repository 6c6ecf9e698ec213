// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Everything the host decides about one launch; `Launcher` checks it against the machine.
public struct LaunchSpecification: Hashable, Sendable {
  /// The uid and gid an extension gets on a root host (own-uid).
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
  /// `/container` in the view; absent where the capability was not granted.
  public var containerDirectory: String?
  public var containerIsWritable: Bool
  /// For a script: the program that runs it, as the manifest names it.
  public var interpreter: String?
  public var wire: LaunchWire
  /// The person's IANA zone, `TZ`.
  public var timeZone: String
  public var limits: LaunchLimits
  /// Used only when the host is root; then it is mandatory.
  public var identity: Identity?
  /// Record locks on files of the container (section 10).
  public var grantsLocks: Bool
  /// The directory of the program's `RuntimeImage`; only a static program that opens nothing can do without.
  public var runtimeImage: String?
  /// Protections whose absence the operator accepted for this point.
  public var acceptedMissing: Set<Protection>
  /// What the executable was when it was hashed; a difference refuses the launch (`sandbox.md#what-an-extension-sees`).
  public var installRecord: InstallRecord?
  /// Whether the environment names the wire. Only a trial leaves it out, to see what a program started by hand says.
  public var namesWire = true

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

  /// Exactly the list of `wire.md#start-of-a-process`, in its order.
  /// - Parameter isFlat: there is no view, so the container is where it is.
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
