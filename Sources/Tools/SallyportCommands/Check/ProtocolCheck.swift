// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionTrials
import Foundation
import Sandboxing
import TextEscaping

/// `check --protocol`: the conformance suite on one executable.
struct ProtocolCheck {
  let subject: SubjectOptions
  let pace: TrialPace

  func run(_ name: String, _ options: OutputOptions) throws {
    let report: ConformanceReport
    do {
      let subject = try self.subject.subject(name)
      let suite = ConformanceSuite(subject, on: try self.subject.stage(subject), pace: pace)
      let bar = ProgressBar(label: "checking", total: 15)
      report = try suite.run { bar.update(Double($0)) }
      bar.finish()
    } catch let error as LaunchError {
      Terminal.complain("\(error.description)")
      throw ExitCode(CommandFailure.unjudged)
    }
    try ProtocolCheckOutput(report).print(options)
    if !report.failures.isEmpty { throw ExitCode(CommandFailure.failed) }
  }
}
