// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

/// Holds an executable to the rules of the wire, in whatever language it is written.
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
  /// - Throws: `ExtensionTrialError` where nothing can be found out, `LaunchError` where nothing could be started.
  package func run(progress: (Int) -> Void = { _ in }) throws -> ConformanceReport {
    guard !subject.point.callbackNames.isEmpty else {
      throw ExtensionTrialError("Extensions at \(subject.point.rawValue) are not part of this release's wire.")
    }
    var report = ConformanceReport(subject: subject.id, point: subject.point)
    let path = "\(subject.bundle)/\(subject.executable)"
    report.executableBytes = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int64
    let bench = ConformanceBench(subject, on: stage, pace: pace)
    // What the whole run heard is judged at its end, and shown in its place.
    let order = ConformanceCheck.all.enumerated().sorted {
      ($0.element.id == "C5" ? 1 : 0, $0.offset) < ($1.element.id == "C5" ? 1 : 0, $1.offset)
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
      guard check.id != "C1" else { return .failed(reason: stop.reason, remedy: stop.remedy) }
      return .skipped(reason: "it could not be tried: \(stop.reason)")
    }
  }
}

/// Why a check could not go on: the extension did not even say hello.
struct ConformanceStop: Error {
  var reason: String
  var remedy =
    "Answer the first line, the request “hello” with id h1, with protocol 1 and schema 1; see what it prints with `sallyport call`."
}

extension [Double] {
  /// Of an unsorted list; `nil` of an empty one.
  func quantile(_ share: Double) -> Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return ordered[Swift.min(count - 1, Int(Double(count) * share))]
  }
}
