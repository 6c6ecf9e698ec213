// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// Tests an executable in any language against the rules of the wire.
package struct ConformanceSuite {
  private let subject: TrialSubject
  private let stage: TrialStage
  private let pace: TrialPace

  package init(_ subject: TrialSubject, on stage: TrialStage, pace: TrialPace = TrialPace()) {
    self.subject = subject
    self.stage = stage
    self.pace = pace
  }

  /// Runs every row.
  ///
  /// - Parameter progress: called before each row with its number.
  /// - Throws: `ExtensionTrialError` if the point can't be tested, `LaunchError` if the launch fails.
  package func run(progress: (Int) -> Void = { _ in }) throws -> ConformanceReport {
    var report = ConformanceReport(subject: subject.id, point: subject.point)
    let path = "\(subject.bundle)/\(subject.executable)"
    report.executableBytes = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int64
    let bench = ConformanceBench(subject, on: stage, pace: pace)
    // Row 5 judges the lines of the whole run, so it runs last but keeps its place in the report.
    let order = ConformanceCheck.all.enumerated().sorted {
      ($0.element.id == "CONF-5" ? 1 : 0, $0.offset) < ($1.element.id == "CONF-5" ? 1 : 0, $1.offset)
    }
    var verdicts: [String: TrialVerdict] = [:]
    for (number, check) in order.map(\.element).enumerated() {
      progress(number)
      verdicts[check.id] = try verdict(of: check, bench)
    }
    report.rows = ConformanceCheck.all.compactMap { check in
      verdicts[check.id].map { .init(id: check.id, title: check.title, verdict: $0) }
    }
    report.startMedian = bench.startTimes.quantile(0.5)
    report.start95 = bench.startTimes.quantile(0.95)
    return report
  }

  private func verdict(of check: ConformanceCheck, _ bench: ConformanceBench) throws -> TrialVerdict {
    do {
      return try check.run(bench)
    } catch let stop as ConformanceStop {
      guard check.id != "CONF-1" else { return .failed(reason: stop.reason, remedy: stop.remedy) }
      return .skipped(reason: "not tried: \(stop.reason)")
    }
  }
}

/// The reason why a check could not continue: the extension did not complete hello.
struct ConformanceStop: Error {
  var reason: String
  var remedy =
    "Answer the first request, “hello” with id h1, with protocol 1 and schema 1; `sallyport call` shows its output."
}

extension [Double] {
  /// The quantile of an unsorted list, or `nil` for an empty one.
  func quantile(_ share: Double) -> Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return ordered[Swift.min(count - 1, Int(Double(count) * share))]
  }
}
