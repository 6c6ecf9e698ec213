// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyManifests
import HostileBinaries
import Sandboxing
import Synchronization

/// Checks a bundle from its manifest to its launch plan: manifest → installation → image → plan → the launcher's check.
///
/// 1. A refusal is a sentence without control characters. 2. Every directory of a view is the bundle, the container or
/// the image. 3. Every place of a view and every Landlock rule is a constant, or the executable below `/bundle`. 4. An
/// image contains files of the system's directories only. 5. The launcher accepts every plan that the host builds.
enum BundleTarget {
  private static let scratch = Mutex<BundleScratch?>(nil)

  static func check(_ input: [UInt8]) throws(Disagreement) -> Bool {
    let result = scratch.withLock { kept -> Result<Bool, Disagreement> in
      let scratch = kept ?? BundleScratch()
      kept = scratch
      do throws(Disagreement) { return .success(try check(input, in: scratch)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private static func check(_ input: [UInt8], in scratch: BundleScratch) throws(Disagreement) -> Bool {
    var choices = Choices(input)
    let bundle = HostileBundle(&choices)
    let manifest: FamilyManifest
    do throws(FamilyManifest.Refusal) {
      manifest = try FamilyManifest(contents: bundle.manifest, file: "hostile.json")
    } catch {
      for diagnostic in error.diagnostics { try requireSentence(diagnostic.message) }
      return false
    }
    scratch.write(bundle, for: manifest)
    defer { scratch.clear() }
    for program in manifest.programs {
      let launch: BundleScratch.Launch
      do throws(LaunchError) {
        launch = try scratch.prepare(program, assets: manifest.assets.map(\.path))
      } catch {
        try requireSentence(error.description)
        return false
      }
      try require(launch.review.refusal == nil, "the launcher refuses the plan: \(launch.review.refusal ?? "")")
      try check(launch.review, executable: program.executable, owned: launch.owned)
      try check(launch.image)
    }
    return true
  }

  private static func requireSentence(_ text: String) throws(Disagreement) {
    let isSentence = text.contains(" ") && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    try require(isSentence, "the refusal “\(text.debugDescription)” is not a sentence")
  }

  private static func check(
    _ review: PlanReview, executable: String, owned: [String: FileNumber]
  ) throws(Disagreement) {
    for place in review.places {
      if let link = place.link {
        try require(links[place.target] == link, "\(place.target) is a symlink to \(link)")
        continue
      }
      let number = place.device.flatMap { device in place.inode.map { FileNumber(device: device, inode: $0) } }
      try require(number != nil && owned[place.target] == number, "\(place.target) is a directory of the host")
      try require(!place.isWritable || place.target == "/container", "\(place.target) is writable")
    }
    for rule in review.rules {
      let isProgram = rule.path == review.executablePath || rule.path == loader
      try require(isProgram || rulePaths.contains(rule.path), "a rule allows \(rule.path)")
      try require(isProgram || !rule.isExecutable, "a rule allows execution of \(rule.path)")
      try require(
        !rule.isWritable || ["/container", "/tmp"].contains(rule.path), "a rule allows writing to \(rule.path)")
    }
    let isOwn = review.executablePath == "/bundle/" + executable
    try require(isOwn || interpreters.contains(review.executablePath), "\(review.executablePath) would be executed")
    try require(review.arguments.last == "/bundle/" + executable, "the arguments are \(review.arguments)")
  }

  private static func check(_ files: [ImageReview.File]) throws(Disagreement) {
    for file in files {
      try require(file.place.hasPrefix("/usr/") && !file.place.contains("/../"), "an image has a file at \(file.place)")
      let isSystem = systemDirectories.contains { file.source.hasPrefix($0) } && !file.source.contains("/../")
      try require(isSystem, "an image contains \(file.source)")
      try require(file.isReadableByAll, "an image contains \(file.source), which not all users may read")
    }
  }

  // The constants that the host may use, repeated here so that a change to them must be made in both places.
  private static let links = ["/lib64": "usr/lib"]
  private static let loader = "/usr/lib/ld-linux-x86-64.so.2"
  private static let rulePaths: Set<String> = ["/bundle", "/container", "/usr", "/proc", "/tmp"]
  private static let interpreters: Set<String> = [
    "/usr/bin/python3", "/usr/bin/perl", "/usr/bin/sh", "/usr/bin/dash", "/usr/bin/bash",
  ]
  private static let systemDirectories = ["/usr/lib/", "/usr/lib64/", "/lib/", "/lib64/", "/usr/bin/", "/usr/share/"]
}
