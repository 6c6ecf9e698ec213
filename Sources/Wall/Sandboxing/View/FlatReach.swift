// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Whether an extension of another user comes to a directory by its real path, as it has to in a flat launch.
///
/// The launcher names places to Landlock after it has given up its identity, and the extension opens its files by their
/// paths, so each directory above them has to let that user search it.
enum FlatReach {
  /// The first directory above `path`, from the root on, that keeps `identity` out; `nil` when none does.
  static func barrier(to path: String, for identity: LaunchSpecification.Identity) -> String? {
    var directory = ""
    for component in path.split(separator: "/").dropLast() {
      directory += "/" + component
      guard let status = FileSystem.status(directory) else { return directory }
      let right =
        status.st_uid == identity.uid ? S_IXUSR : status.st_gid == identity.gid ? S_IXGRP : S_IXOTH
      if status.st_mode & right == 0 { return directory }
    }
    return nil
  }
}
