// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ExtensionAdoption

/// The sentence for an extension whose files compile and don't link.
@Suite struct LinkFailureTests {
  @Test(arguments: [
    "/tmp/a.o:/w/A.swift:12: error: undefined reference to 'Kit.beep() -> ()'",
    "ld.lld: error: undefined symbol: Kit.beep() -> ()",
    "a.o: in function `x': undefined reference to `Kit.beep() -> ()'",
  ])
  func `a missing name is said once, whichever linker missed it`(line: String) {
    let failure = LinkFailure(line + "\n" + line + "\nclang: error: linker command failed with exit code 1")
    #expect(
      failure?.description
        == "“Kit.beep() -> ()” is used, but no file of the target defines it; code in C or Objective-C can't be adopted."
    )
  }

  @Test func `a name that two files define is said as such`() {
    let output = "ld.lld: error: duplicate symbol: main\n>>> defined at x\n"
    #expect(LinkFailure(output)?.description == "“main” is defined twice among its files; leave one of them out.")
  }

  @Test func `many names are counted`() {
    let output = (1...9).map { "undefined reference to 'f\($0)'" }.joined(separator: "\n")
    #expect(LinkFailure(output)?.description.hasPrefix("“f1”, “f2”, “f3” and 6 more is used") == true)
  }

  @Test func `an output that is not about linking is none`() {
    #expect(LinkFailure("error: cannot find 'x' in scope") == nil)
  }
}
