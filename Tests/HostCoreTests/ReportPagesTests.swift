// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The files of reports in an app's window.
@Suite struct ReportPagesTests {
  @Test func `two reports of one context in a window are two files`() throws {
    let families = try ScriptFamilies()
    // No program answers, so both show the placeholder.
    try families.addReport(
      "twin", context: "Daily Use", tokens: "[]",
      report: #""executable": "monitor.py", "interpreter": "/usr/bin/python3", "fitting": "files""#)
    let output = families.scratch.path + "/pages"
    let finished = try families.run(extra: ["--output", output])
    let names = try FileManager.default.contentsOfDirectory(atPath: output).filter { $0.hasPrefix("report-") }
    #expect(
      Set(names) == ["report-twin-daily-use.html", "report-twin-daily-use.2.html"],
      "\(names) \(finished.complaints)")
  }
}
