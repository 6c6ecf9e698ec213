// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostCore

/// A view of a state that a running host holds.
@Suite struct CopiedStateTests {
  @Test func `a view is a copy that is deleted with those of killed processes, and spares those of living ones`() throws
  {
    let bench = try NotificationBench(requests: ["authorization"])
    try bench.approve()
    let configuration = bench.driver.configuration
    let views = configuration.stateDirectory + "/views"
    let own = "\(getpid())-own"
    for name in ["\(Int32.max)-killed", own, "1-living", "stray"] {
      try FileManager.default.createDirectory(atPath: views + "/" + name, withIntermediateDirectories: true)
    }
    let view = try StateView(configuration)
    #expect(view.isCopy && view.host.facts.state == bench.driver.facts.state)
    let names = try FileManager.default.contentsOfDirectory(atPath: views)
    #expect(names.count == 3 && Set(names).isSuperset(of: [own, "1-living"]), "\(names)")
    view.close()
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: views)) == [own, "1-living"])
  }

  @Test func `a view of a running host's state writes no pages and no recording, and has no control group`() throws {
    let bench = try NotificationBench(requests: ["authorization"])
    var configuration = bench.driver.configuration
    configuration.recordingPath = configuration.stateDirectory + "/run.ndjson"
    configuration.controlGroup = "/nowhere"
    #expect(configuration.outputDirectory != nil)
    let view = try StateView(configuration)
    defer { view.close() }
    let own = view.host.configuration
    #expect(own.outputDirectory == nil && own.recordingPath == nil && own.controlGroup == nil)
    #expect(view.host.stage.pages == nil)
  }

  @Test func `only the account of the host can read a view`() throws {
    let bench = try NotificationBench(requests: ["authorization"])
    let configuration = bench.driver.configuration
    let view = try StateView(configuration)
    defer { view.close() }
    let attributes = try FileManager.default.attributesOfItem(atPath: configuration.stateDirectory + "/views")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }
}
