// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import FamilyManifests
package import ProcessSupervision

/// Where the programs of families come from: the disk and the wall, or a simulation's scripts.
package protocol ProgramSource {
  /// Makes a program ready to be launched.
  ///
  /// - Throws: `LaunchError` or `HostError`, which leave the family out with a sentence.
  func program(
    _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
  ) throws -> PreparedProgram
}

/// Somebody who stands between the host and its programs: a check of the boundary reads what crosses there, and lets
/// understudies play the parts that it does not judge.
package protocol LaunchInterceptor: AnyObject {
  /// Who plays this part instead of the declared program; `nil`: the program itself.
  func understudy(for declaration: ExtensionDeclaration, of family: LoadedFamily) -> (any ExtensionLaunching)?
  /// What the host launches in the place of `launching`: it, with somebody listening.
  func watch(_ launching: any ExtensionLaunching, of declaration: ExtensionDeclaration) -> any ExtensionLaunching
}

/// A program that can be launched.
package struct PreparedProgram {
  package var launching: any ExtensionLaunching
  /// Another build starts with a clean record.
  package var build: ProgramBuild

  package init(launching: any ExtensionLaunching, build: ProgramBuild) {
    self.launching = launching
    self.build = build
  }
}
