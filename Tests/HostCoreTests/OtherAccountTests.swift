// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct OtherAccountTests {
  @Test func `programs below a directory that is closed to others are copied to one that is open`() throws {
    let scratch = Scratch()
    try scratch.write("#!/bin/sh\n", to: "home/a clone/program")
    try scratch.write("", to: "home/a clone/other")
    chmod(scratch.path, 0o755)
    for folder in ["home", "home/a clone"] { chmod("\(scratch.path)/\(folder)", 0o755) }
    let folder = scratch.path + "/home/a clone"
    // The temporary directory itself may be closed, and then the copy is made in any case.
    let isOpen = try OtherAccount.reachable(scratch.path, only: []) == nil
    if isOpen { #expect(try OtherAccount.reachable(folder, only: nil) == nil) }
    chmod(scratch.path + "/home", 0o700)
    let copy = try #require(try OtherAccount.reachable(folder, only: ["program", "missing"]))
    defer { try? FileManager.default.removeItem(atPath: copy) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: copy) == ["program"])
    for path in [copy, copy + "/program"] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o755)
    }
  }
}
