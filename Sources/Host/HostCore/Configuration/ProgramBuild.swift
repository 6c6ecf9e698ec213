// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The build of a program, determined on first use: when a manifest declares its hash, or when there is a stored record
/// of a failed build. For most programs it is never needed.
package final class ProgramBuild {
  /// SHA-256 of the executed bytes. `nil`, which matches no build, if they can't be read as they were installed.
  package private(set) lazy var hash: String? = find()
  private let find: () -> String?
  /// Differs between two installed builds of the program, and costs no hashing.
  package let installation: String

  package init(installation: String = "", _ find: @escaping () -> String?) {
    self.installation = installation
    self.find = find
  }

  package convenience init(known hash: String?) { self.init { hash } }
}
