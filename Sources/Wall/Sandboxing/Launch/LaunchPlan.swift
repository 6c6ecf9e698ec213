// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox

/// A checked launch: the values that the launcher applies and the descriptors that it receives.
struct LaunchPlan: Sendable {
  enum Mode: UInt32, Sendable {
    case root = 1
    case unprivileged = 2
  }

  var mode: Mode
  var isSealed: Bool
  var namespaces: Set<Protection>
  var wire: LaunchWire
  var showsProcesses: Bool
  var arguments: [String]
  var environment: [String]
  var executablePath: String
  var executable: Descriptor
  var executableOwner: UInt32
  var view: [ViewEntry]
  /// The directories that the view may mount.
  var sources: SourceList
  var scratch: (bytes: UInt32, inodes: UInt32)?
  var limits: [LaunchLimits.Value]
  var identity: LaunchSpecification.Identity
  var landlock: LandlockPolicy?
  /// The policy of `filter`.
  var policy: SeccompPolicy
  var filter: FilterProgram
  var directory: String
  /// The leaf of a delegated control group, and the descriptor of its directory.
  var group: (leaf: ControlGroup.Leaf, descriptor: Descriptor)?
  /// A network namespace that the host made for this launch; without it the launcher makes one.
  var network: Descriptor?
  /// The reason a container that should be writable is not.
  var containerExcess: ContainerBudget.Excess?
  /// The container that the host watches, if it is writable.
  var watch: ContainerWatch?
  /// The socket for the listener of a launch that counts refused calls.
  var refusals: ListenerSocket?

  /// Whether there are no namespaces at all, as the operator accepted: the launcher itself becomes the extension.
  var isFlat: Bool { namespaces.isEmpty }

  /// The launcher's descriptors from 7 on, in order: the executable, the view's sources, the control group, the network
  /// namespace, the watch's socket.
  var listedDescriptors: [Int32] {
    [executable.number] + view.compactMap { $0.descriptor?.number } + (group.map { [$0.descriptor.number] } ?? [])
      + (network.map { [$0.number] } ?? []) + (listener.map { [$0.theirs.number] } ?? [])
  }

  /// The socket for the listener of the filter that asks the host. A process has at most one.
  private var listener: ListenerSocket? { watch?.socket ?? refusals }
}

// MARK: - Encoding

extension LaunchPlan {
  /// The bytes of the memfd: header, then records.
  func encoded() -> [UInt8] {
    var records: [(tag: UInt32, bytes: [UInt8])] = [
      (CSANDBOX_TAG_MODE.rawValue, Self.bytes(mode.rawValue)),
      (CSANDBOX_TAG_NAMESPACES.rawValue, Self.bytes(namespaces.flags)),
      (CSANDBOX_TAG_WIRE.rawValue, Self.bytes(UInt32(wire == .fileDescriptors ? 1 : 2))),
      (CSANDBOX_TAG_PROC.rawValue, Self.bytes(UInt32(showsProcesses ? 2 : 1))),
      (CSANDBOX_TAG_ARGV.rawValue, arguments.flatMap(Self.string)),
      (CSANDBOX_TAG_ENVIRONMENT.rawValue, environment.flatMap(Self.string)),
      (
        CSANDBOX_TAG_EXECUTABLE.rawValue,
        Self.bytes(UInt32(7)) + Self.bytes(executableOwner) + Self.string(executablePath)
      ),
      (CSANDBOX_TAG_VIEW.rawValue, encodedView), (CSANDBOX_TAG_SOURCES.rawValue, sources.bytes),
      (
        CSANDBOX_TAG_LIMITS.rawValue,
        limits.flatMap { Self.bytes($0.resource) + Self.bytes(UInt32(0)) + Self.bytes($0.value) }
      ),
      (CSANDBOX_TAG_IDENTITY.rawValue, Self.bytes(identity.uid) + Self.bytes(identity.gid)),
      (CSANDBOX_TAG_FILTER.rawValue, filter.bytes),
      (CSANDBOX_TAG_DIRECTORY.rawValue, Self.string(directory)),
    ]
    if let scratch {
      records.append((CSANDBOX_TAG_SCRATCH.rawValue, Self.bytes(scratch.bytes) + Self.bytes(scratch.inodes)))
    }
    var last = UInt32(6 + listedDescriptors.count)
    if listener != nil {
      let filter = watch != nil ? WatchedCalls.program : policy.asking
      records.append((CSANDBOX_TAG_WATCH.rawValue, Self.bytes(last) + filter))
      last -= 1
    }
    if network != nil {
      records.append((CSANDBOX_TAG_NETWORK.rawValue, Self.bytes(last)))
      last -= 1
    }
    if group != nil { records.append((CSANDBOX_TAG_CGROUP.rawValue, Self.bytes(last))) }
    if let landlock { records.append((CSANDBOX_TAG_LANDLOCK.rawValue, Self.encoded(landlock))) }
    return Self.envelope(records)
  }

  static func envelope(_ records: [(tag: UInt32, bytes: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for record in records {
      body += bytes(UInt16(record.tag)) + bytes(UInt16(0)) + bytes(UInt32(record.bytes.count)) + record.bytes
    }
    let length = UInt32(body.count) + CSANDBOX_PLAN_HEADER
    return bytes(CSANDBOX_PLAN_MAGIC) + bytes(CSANDBOX_PLAN_VERSION) + bytes(length) + bytes(UInt32(records.count))
      + body
  }

  private var encodedView: [UInt8] {
    var next: UInt32 = 8
    var result: [UInt8] = []
    for entry in view {
      var kind: UInt16
      var number: UInt32 = 0
      var link: [UInt8] = []
      switch entry.source {
      case .tree: kind = UInt16(CSANDBOX_VIEW_TREE.rawValue)
      case .link(let text):
        kind = UInt16(CSANDBOX_VIEW_LINK.rawValue)
        link = Self.string(text)
      }
      if link.isEmpty {
        number = next
        next += 1
      }
      let flags: UInt16 = (entry.isWritable ? 1 : 0) | (entry.isExecutable ? 0 : 2)
      let target = Self.string(entry.target)
      result += Self.bytes(kind) + Self.bytes(flags) + Self.bytes(number)
      result += Self.bytes(UInt32(target.count)) + Self.bytes(UInt32(link.count)) + target + link
    }
    return result
  }

  private static func encoded(_ landlock: LandlockPolicy) -> [UInt8] {
    var result = bytes(landlock.abi) + bytes(UInt32(0))
    result += bytes(landlock.handledFiles) + bytes(landlock.handledNetwork) + bytes(landlock.scopes)
    for grant in landlock.grants {
      let path = string(grant.path)
      result += bytes(grant.rights.rawValue) + bytes(UInt32(path.count)) + path
    }
    return result
  }

  static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func string(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}
