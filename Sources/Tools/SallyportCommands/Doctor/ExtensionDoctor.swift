// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ExtensionTrials
import Foundation
import HostCore
import Sandboxing
import TextEscaping

/// `doctor EXT`: shows the plan of one extension's launch without carrying it out.
struct ExtensionDoctor {
  var subject: SubjectOptions
  let state: String

  func run(_ name: String, all: Bool, _ options: OutputOptions) throws {
    let settings = RunSettings.exist(in: state) ? try RunSettings(state: state) : nil
    let chosen = subject.completed(by: settings)
    let trial = try chosen.subject(name)
    let stage = try chosen.stage(trial)
    let existing = container(of: trial)
    let specification = try stage.specification(timeZone: settings?.timeZone ?? "UTC", existing: existing)
    let review = try PlanReview(specification)
    let launcher = try chosen.launcher ?? LauncherLocation.find()
    let probe = try DoctorCommand.probe(launcher: launcher)[review.profile]
    let use = try specification.containerDirectory.map(specification.containerBudget.use(of:))
    let view = try ExtensionView(trial, review, missing: probe?.missing ?? [], use: use, all: all)
    try view.print(options)
    if existing == nil {
      Terminal.note("\(state) has no container of \(trial.family); the identity and container shown are samples")
    }
    for protection in probe?.missing ?? [] {
      Terminal.note("\(protection.rawValue) is missing: \(protection.whatIsLost)")
    }
    if let remedy = probe?.error?.remedy { Terminal.note("\(remedy)") }
    if let refusal = review.refusal { Terminal.complain("The launcher would refuse this plan: \(refusal)") }
    if review.refusal != nil || probe?.missing.isEmpty != true { throw ExitCode(CommandFailure.failed) }
  }

  /// The family's container in this state. It has the family's identity if a root host created it.
  private func container(of trial: TrialSubject) -> TrialStage.ExistingContainer? {
    // A bare executable has no family.
    if trial.version == nil { return nil }
    let path = "\(state)/containers/\(trial.family)"
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    let isForeign = geteuid() == 0 && status.st_uid != 0
    return TrialStage.ExistingContainer(
      directory: path, identity: isForeign ? .init(uid: status.st_uid, gid: status.st_gid) : nil)
  }
}

extension SubjectOptions {
  /// The options, completed with those of the last run over a state.
  fileprivate func completed(by settings: RunSettings?) -> SubjectOptions {
    guard let settings else { return self }
    var options = self
    if options.manifests.isEmpty { options.manifests = settings.manifests }
    if options.acceptMissing.isEmpty { options.acceptMissing = settings.acceptedMissing }
    if options.runtimeLibraries.isEmpty { options.runtimeLibraries = settings.runtimeLibraries ?? [] }
    return options
  }
}
