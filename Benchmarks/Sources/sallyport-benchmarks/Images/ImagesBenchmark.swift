// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import Sandboxing

/// The cost of runtime images: their size, the time to make one for each family, and launches with one.
struct ImagesBenchmark {
  private let bench: Workbench
  private static let warmRounds = 6
  private static let coldRounds = 3
  private static let launches = 100
  private static let goalMilliseconds = 150.0

  init(_ bench: Workbench) { self.bench = bench }

  func run() throws -> [String] {
    try sizesAndTimes() + launchTimes()
  }

  // MARK: - Making images

  private func sizesAndTimes() throws -> [String] {
    var table = Table(["image", "files", "MiB", "cold p50 ms", "n", "p10 ms", "p50 ms", "p90 ms", "processor p50 ms"])
    var verdicts: [String] = []
    for sample in try ImageSample.all(bench) {
      let cold = try canDropCaches ? (0..<Self.coldRounds).map { _ in try make(sample, isCold: true) } : []
      _ = try make(sample)
      let warm = try (0..<Self.warmRounds).map { _ in try make(sample) }
      let times = Distribution(warm.map(\.time))
      let processor = Distribution(warm.map(\.processor))
      guard let image = warm.first?.image else { continue }
      table.add(
        [
          sample.name, "\(image.files)", (Double(image.bytes) / 1_048_576).text,
          (Distribution(cold.map(\.time)).p50 / 1e6).text, "\(times.count)",
        ] + [times.p10, times.p50, times.p90, processor.p50].map { ($0 / 1e6).text })
      verdicts.append(
        Goal(name: "image of a \(sample.name), page cache warm", atMost: Self.goalMilliseconds, unit: " ms")
          .verdict(on: times.p50 / 1e6))
    }
    print("Making a runtime image, for the first family and for each further one.\n\n\(table.text)\n")
    fflush(nil)
    return verdicts
  }

  /// Makes one image in the new store of a family. Images are removed only at the end: ext4 searches long for an inode
  /// after many were freed recently, and a host frees no image before it makes one.
  private func make(
    _ sample: ImageSample, isCold: Bool = false
  ) throws -> (image: RuntimeImage, time: Double, processor: Double) {
    let directory = "\(bench.scratch)/family-\(UUID().uuidString)"
    let store = try ImageStore(directory: directory, runtimeLibraries: sample.runtimeLibraries) {
      var running = RunningDigest()
      return BundleDigest(update: { running.update($0) }, finish: { running.hexadecimal })
    }
    if isCold { try dropCaches() }
    var image: RuntimeImage?
    var processor = 0.0
    let time = try Stopwatch.time {
      processor = try Stopwatch.processorTime { image = try store.image(for: sample.need) }
    }
    guard let image else { throw BenchmarkError("The image of a \(sample.name) was not made.") }
    return (image, time, processor)
  }

  private static let caches = "/proc/sys/vm/drop_caches"
  private var canDropCaches: Bool { access(Self.caches, W_OK) == 0 }

  private func dropCaches() throws {
    sync()
    let file = open(Self.caches, O_WRONLY | O_CLOEXEC)
    defer { close(file) }
    guard write(file, "3", 1) == 1 else { throw BenchmarkError("The page cache can't be dropped: errno \(errno).") }
  }

  // MARK: - Launches with an image

  private func launchTimes() throws -> [String] {
    let script = try bench.install("monitor.py", from: bench.root + "/Extensions/ScriptMonitor")
    return try [
      subject(ImageSample.compiledC(bench), kind: "a dynamic C program"),
      subject(script, kind: "a Python script", interpreter: "/usr/bin/python3"),
    ].flatMap { try LaunchBenchmark(bench).compare($0, Self.launches) }
  }

  private func subject(
    _ bundle: InstalledBundle, kind: String, interpreter: String? = nil
  ) throws -> LaunchSubject {
    var specification = bench.specification(bundle, .confined)
    specification.interpreter = interpreter
    specification.runtimeImage = try bench.image(for: bundle, interpreter: interpreter).directory
    return LaunchSubject(name: bundle.executable, kind: kind, point: .monitor, specification: specification)
  }
}
