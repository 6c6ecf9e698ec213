// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import FamilyManifests

/// The launch of one program as its manifest declares it, with the capabilities granted to it.
///
/// Hosts and trials both make their specifications here, so that a trial uses the same sandbox as later launches.
package struct DeclaredLaunch {
  private let point: ExtensionPoint
  private let granted: Set<Capability>
  private let fitting: ExtensionDeclaration.FilesystemAccess?
  private let limits: ExtensionLimits
  private let interpreter: String?
  private let interpreterArguments: [String]
  private let wire: ExtensionDeclaration.Channel
  private let locks: Bool

  package init(
    point: ExtensionPoint, granted: Set<Capability>, fitting: ExtensionDeclaration.FilesystemAccess?,
    limits: ExtensionLimits, interpreter: String?, interpreterArguments: [String] = [],
    wire: ExtensionDeclaration.Channel, locks: Bool
  ) {
    self.point = point
    self.granted = granted
    self.fitting = fitting
    self.limits = limits
    self.interpreter = interpreter
    self.interpreterArguments = interpreterArguments
    self.wire = wire
    self.locks = locks
  }

  package init(_ declaration: ExtensionDeclaration, granted: Set<Capability>) {
    self.init(
      point: declaration.point, granted: granted, fitting: declaration.fitting, limits: declaration.limits,
      interpreter: declaration.interpreter, interpreterArguments: declaration.interpreterArguments,
      wire: declaration.wire, locks: declaration.locks)
  }

  /// Whether it sees its family's container; programs of sealed points never do.
  package var hasContainer: Bool {
    !point.isSealed && (granted.contains(.containerWrite) || granted.contains(.containerRead))
  }

  /// Whether it sees the runtime's files, and therefore needs a runtime image. Only a program of a sealed point may do
  /// without them: one that its manifest gives none, or a static program whose manifest is silent. Interpreters and
  /// dynamic loaders open files before the first line of the program runs.
  package func opensFiles(_ bundle: InstalledBundle) -> Bool {
    guard point.isSealed else { return true }
    if let fitting { return fitting == .files }
    // The launch refuses a file that isn't a program, with the reason.
    return interpreter != nil || (try? LinkMode(ofProgram: bundle.directory + "/" + bundle.executable)) == .dynamic
  }

  /// - Parameter container: the container's directory; ignored for a program without one.
  package func specification(
    of bundle: InstalledBundle, runtimeImage: String?, container: String?, identity: LaunchSpecification.Identity?,
    timeZone: String, acceptedMissing: Set<Protection>
  ) -> LaunchSpecification {
    var specification = LaunchSpecification(
      profile: point.isSealed ? .sealed(opensFiles(bundle) ? .files : .compute) : .confined,
      bundleDirectory: bundle.directory, executable: bundle.executable,
      limits: LaunchLimits(
        memoryMiB: UInt64(limits.memoryMiB), cpuSeconds: UInt64(limits.cpuS ?? 3_600), isApp: point == .app),
      containerDirectory: hasContainer ? container : nil,
      containerIsWritable: hasContainer && granted.contains(.containerWrite) && point != .widget,
      interpreter: interpreter, wire: wire == .stdio ? .standardStreams : .fileDescriptors, timeZone: timeZone,
      identity: identity, grantsLocks: locks, runtimeImage: runtimeImage, acceptedMissing: acceptedMissing,
      installRecord: bundle.record)
    specification.interpreterArguments = interpreterArguments
    specification.containerBudget.bytes = limits.containerMiB << 20
    return specification
  }
}
