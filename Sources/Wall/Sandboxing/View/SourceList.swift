// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
internal import FileTrees
import Glibc

/// The directories that a launch may mount, listed by the host separately from its mounts.
///
/// The launcher checks every source of the view against this list and its own table of places, so a bug in building the
/// view ends the launch instead of exposing a directory of the host.
struct SourceList: Sendable {
  private(set) var bundle: FileIdentity
  private(set) var container: FileIdentity?
  private(set) var image: FileIdentity?

  /// - Throws: `LaunchError` if a directory of the specification is absent.
  init(_ specification: LaunchSpecification) throws(LaunchError) {
    bundle = try Self.identity(of: specification.bundleDirectory)
    if let directory = specification.containerDirectory { container = try Self.identity(of: directory) }
    if let image = specification.runtimeImage { self.image = try Self.identity(of: image + InnerPath.runtime) }
  }

  private static func identity(of directory: String) throws(LaunchError) -> FileIdentity {
    guard let status = FileSystem.status(directory), status.st_mode & S_IFMT == S_IFDIR else {
      throw .plan("\(directory) is not a directory")
    }
    return FileIdentity(status)
  }

  /// `{role u32, zero u32, device u64, inode u64}…`
  var bytes: [UInt8] {
    let stated: [(csandbox_role, FileIdentity?)] = [
      (CSANDBOX_ROLE_BUNDLE, bundle), (CSANDBOX_ROLE_CONTAINER, container), (CSANDBOX_ROLE_IMAGE, image),
    ]
    return stated.flatMap { role, identity in
      guard let identity else { return [UInt8]() }
      return LaunchPlan.bytes(role.rawValue) + LaunchPlan.bytes(UInt32(0)) + LaunchPlan.bytes(identity.device)
        + LaunchPlan.bytes(identity.inode)
    }
  }
}
