// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import FamilyManifests
package import ProcessSupervision

/// The source of families' programs: the disk and the sandbox, or a simulation's scripts.
package protocol ProgramSource {
  /// Prepares a program for launch.
  ///
  /// - Throws: `LaunchError` or `HostError`. The family is then left out with a sentence.
  func program(
    _ declaration: ExtensionDeclaration, of family: LoadedFamily, granted: Set<Capability>
  ) throws -> PreparedProgram
}

/// Intercepts the traffic between the host and its programs for a boundary check, which also replaces programs outside
/// its scope with stubs.
package protocol LaunchInterceptor: AnyObject {
  /// The stub to launch instead of the declared program; `nil` to launch the program itself.
  func understudy(for declaration: ExtensionDeclaration, of family: LoadedFamily) -> (any ExtensionLaunching)?
  /// The launcher that the host uses in place of `launching`, usually a wrapper that records traffic.
  func watch(_ launching: any ExtensionLaunching, of declaration: ExtensionDeclaration) -> any ExtensionLaunching
  /// Whether launches of the program count the calls that its sandbox refuses.
  func countsRefusals(of declaration: ExtensionDeclaration) -> Bool
}

extension LaunchInterceptor {
  package func countsRefusals(of declaration: ExtensionDeclaration) -> Bool { false }
}

/// A program that can be launched.
package struct PreparedProgram {
  package var launching: any ExtensionLaunching
  /// The program's build; another build starts with a clean record.
  package var build: ProgramBuild

  package init(launching: any ExtensionLaunching, build: ProgramBuild) {
    self.launching = launching
    self.build = build
  }
}
