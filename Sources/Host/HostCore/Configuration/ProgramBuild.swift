// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Which build a program is, found when somebody first asks: a manifest that declares its hash, or what is remembered
/// about a build that failed. Most programs are never asked.
package final class ProgramBuild {
  /// SHA-256 of the executed bytes; `nil`, which is no build's, where they can't be read as they were installed.
  package private(set) lazy var hash: String? = find()
  private let find: () -> String?

  package init(_ find: @escaping () -> String?) { self.find = find }

  package convenience init(known hash: String?) { self.init { hash } }
}
