// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The runtime in a program's view: its image at `/usr`, and the symlink to the loader.
struct RuntimeView: Sendable {
  private(set) var entries: [ViewEntry] = []

  /// - Parameter image: an image's directory; `nil` for a static program that needs no files.
  init(profile: SandboxProfile, linkMode: LinkMode, image: String?) throws(LaunchError) {
    if profile == .sealed(.compute) {
      guard linkMode == .staticExecutable else {
        throw .plan(
          "the `compute` fitting carries no dynamic executable",
          remedy: "Link it as a static executable, or let the manifest ask for the `files` fitting.")
      }
      return
    }
    guard let image else {
      guard linkMode == .staticExecutable else {
        throw .plan(
          "a dynamic executable needs a runtime image",
          remedy: "Make one with ImageStore at approval, or link a static executable.")
      }
      return
    }
    let tree = try Descriptor.open(image + InnerPath.runtime, flags: Descriptor.pathOnly | O_DIRECTORY)
    entries.append(ViewEntry(target: InnerPath.runtime, source: .tree(tree)))
    if linkMode == .dynamic {
      entries.append(ViewEntry(target: InnerPath.loaderLink, source: .link(InnerPath.loaderTarget)))
    }
  }
}
