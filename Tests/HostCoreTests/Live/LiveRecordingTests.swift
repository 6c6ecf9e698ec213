// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ScreenTimeRules
import Testing

@testable import HostCore

/// What a host on a real clock records of its programs.
@Suite(.serialized) struct LiveRecordingTests {
  @Test func `the recording of a live run has the launches, requests and replies of its programs`() throws {
    let run = try LiveRun(["one.app": .setsUp, "one.monitor": .answers(["effects": []])])
    let path = run.families.state + "-live.ndjson"
    defer { withExtendedLifetime(run) {} }
    run.recording = path
    try run.begin([(0, LiveRun.editor)])
    try run.wait(for: "eventDidReachThreshold", of: "one.monitor")
    try run.end()
    let trace = try Trace(contentsOf: path)
    #expect(Set(trace.lives.map(\.program)) == ["one.app", "one.monitor"])
    let opened = try #require(trace.callbacks.first { $0.program == "one.app" })
    #expect(opened.what.hasPrefix("activate") && opened.outcome == "applied")
    #expect(opened.effects.count == 1 && opened.effects.first?.contains("startMonitoring") == true)
    let reached = try #require(trace.callbacks.first { $0.what.hasPrefix("eventDidReachThreshold") })
    #expect(reached.program == "one.monitor" && reached.what == "eventDidReachThreshold day minute")
    #expect(reached.request?.contains("\"sequence\":\(reached.sequence ?? 0)") == true)
    #expect(reached.reply == "{\"effects\":[]}" && reached.outcome == "applied" && reached.reason == "reply.ok")
    // Each process that ended at the host's end has its end in the recording.
    #expect(trace.lives.allSatisfy { $0.end != nil })
  }
}
