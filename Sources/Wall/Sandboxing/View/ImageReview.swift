// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files that an image would contain, determined as when an image is made.
package struct ImageReview: Sendable {
  package struct File: Sendable {
    /// The path in the view.
    package var place: String
    /// The path on the system.
    package var source: String
    package var isReadableByAll: Bool
  }

  package let files: [File]

  /// - Throws: `LaunchError` as making the image would.
  package init(of need: RuntimeImage.Need) throws(LaunchError) {
    let contents = try RuntimeImageContents(need, system: SystemFiles())
    files = contents.entries.compactMap { place, entry in
      guard case .file(let file) = entry else { return nil }
      let isReadable = file.status.st_uid == 0 && file.status.st_mode & S_IROTH != 0
      return File(place: place, source: file.path, isReadableByAll: isReadable)
    }
  }
}
