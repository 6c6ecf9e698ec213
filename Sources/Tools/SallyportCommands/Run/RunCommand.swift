// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import TextEscaping
import UsageSources

/// `sallyport run`: runs families' programs through recorded or live use.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run families over recorded, synthetic or live use and print what happens.",
    discussion: """
      Usage is an ActivityWatch export, a file of samples (one JSON object per line), or a synthetic week. \
      The same run twice writes the same recording. A run that was stopped continues if it is given \
      the same --state: use that an earlier run has covered is left out, and the run says so.

      With --live the clock is the machine's and use is read from the sources that --source names as it happens, until \
      Ctrl-C or SIGTERM. A clean end has exit status 0. A second signal ends the run immediately.

      Exit status 1: a family or a program could not be launched, or a prompt was not answered; 3: nothing could be \
      launched. Nothing is approved without an answer: from --answers, from a person with --live, or from --approve-all. \
      With --strict also 1: a delivery failed, was refused or expired, a default was shown in place of an \
      answer, an effect is not enforced here, or no callback of a monitor came.
      """)

  @Argument(help: "An ActivityWatch export or a file of usage samples.")
  var usage: String?

  @Flag(help: "Use the synthetic week instead of a file.")
  var syntheticWeek = false

  @Option(help: "Directories of manifests. (default: the configured ones)")
  var manifests: [String] = []

  @Option(help: "Only these families.")
  var family: [String] = []

  @Option(help: "Seed of the synthetic week and of everything random in the run.")
  var seed: UInt64 = 1

  @Option(help: "Number of days of synthetic use, 1 to 400.")
  var days = 7

  @Flag(help: "Run on the machine's clock, with live use, until a signal ends it.")
  var live = false

  @Option(
    help: ArgumentHelp(
      "Source of live usage records: - (standard input), fifo:PATH, file:PATH (followed) or socket:PATH.",
      valueName: "source"))
  var source: [LiveSource] = []

  @Option(help: "Timing of interval callbacks: faithful (at the first use) or exact (by the clock).")
  var mode: ModeChoice = .faithful

  @Option(help: "Privacy profile: open, standard or tight. (default: open, standard with --live)")
  var profile: ProfileChoice?

  @Option(help: "The person's time zone. (default: Europe/Berlin for the synthetic week, else UTC)")
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      """
      A journey on a virtual clock, such as 2026-10-21T18:00=America/New_York: from that minute of the first zone's clock \
      on, the device is in the other zone. Up to 100 times.
      """, valueName: "minute=zone"))
  var zoneChange: [String] = []

  @Option(
    help: """
      Declared kind of person: adult, or child with a guardian who answers for families that ask for one. \
      (default: adult with --live, else child)
      """)
  var person: AuthorizationPolicy.Person?

  @Option(help: "A family that may not be authorized; an existing authorization is revoked.")
  var forbid: [String] = []

  @Option(help: "The person's locale.")
  var locale = "en_GB"

  @Option(
    help: """
      A file with the person's answers: authorization and what they pick. (default: answers.json beside the directory of \
      --manifests, but not with --live)
      """)
  var answers: String?

  @Option(
    help: ArgumentHelp(
      """
      What a stand-in app monitors for each family without an app, such as "daily 00:00-24:00 limit=1h"; up to 20 times. \
      (default: the answers' monitors)
      """, valueName: "specification"))
  var monitor: [String] = []

  @Flag(help: "Accept answers that the run does not come to, such as a pick that no picker asks for.")
  var answersAllowUnused = false

  @Flag(
    help: "Approve every prompt and cancel every picker without a person. For development, on a virtual clock only.")
  var approveAll = false

  @Option(help: "Buttons that the person presses on the shields of a day, such as secondary,primary; or none.")
  var press = "none"

  @Option(help: "Directory for pages: shields, windows, reports.")
  var output: String?

  @Option(help: "Record the run to this file.")
  var record: String?

  @Option(help: "Days for which use is kept, 1 to 400; later runs over the state keep the number. (default: 30)")
  var keepDays: Int?

  @Option(
    help: ArgumentHelp(
      "A JSON object of web classes, each with a list of domains, which files websites under categories.",
      valueName: "file"))
  var webClasses: String?

  @Flag(help: "Fail if anything went wrong; see the exit status.")
  var strict = false

  @Option(help: "Accept a missing protection, by its name; see doctor.")
  var acceptMissing: [String] = []

  @Option(help: "A control group delegated to this host; each process gets a leaf of it.")
  var controlGroup: String?

  @Option(
    parsing: .upToNextOption,
    help: "Directories of libraries besides the system's that dynamic programs may use, owned by root.")
  var runtimeLibraries: [String] = []

  @Option(help: "Factor for programs' time limits on a virtual clock, for busy machines.")
  var patience = RunSettings.patience

  @OptionGroup var state: StateOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if let keepDays, Retention(useDays: keepDays) == nil {
      throw ValidationError("--keep-days is a number from 1 to 400.")
    }
    guard !approveAll || answers == nil else { throw ValidationError("Choose --answers or --approve-all, not both.") }
    if live {
      guard !approveAll else {
        throw ValidationError("--approve-all is for a virtual clock; with --live a person answers: sallyport requests")
      }
      guard monitor.isEmpty else {
        throw ValidationError("--monitor is for a virtual clock; with --live a family needs an app of its own.")
      }
      guard zoneChange.isEmpty else {
        throw ValidationError("--zone-change is for a virtual clock; with --live the computer's time zone counts.")
      }
      guard usage == nil, !syntheticWeek else {
        throw ValidationError("--live reads use from --source; leave out the usage file and --synthetic-week.")
      }
    } else {
      guard (usage != nil) != syntheticWeek else {
        throw ValidationError("Name a usage file, or use --synthetic-week.")
      }
      guard source.isEmpty else { throw ValidationError("--source needs --live.") }
      guard webClasses == nil || !syntheticWeek else {
        throw ValidationError("The synthetic week files its own websites; leave out --web-classes.")
      }
    }
    guard SyntheticWeek.lengths.contains(days) else { throw ValidationError("--days must be a number from 1 to 400.") }
    guard zoneChange.count <= 100 else { throw ValidationError("--zone-change may be given up to 100 times.") }
    guard (1...1_000).contains(patience) else { throw ValidationError("--patience must be a number from 1 to 1000.") }
  }

  func run() throws {
    if live { try runLive() } else { try runVirtual() }
  }

  private func runVirtual() throws {
    let feed = try UsageFeed(
      file: usage, syntheticSeed: syntheticWeek ? seed : nil, days: days, table: CategoryTable(webClasses: webClasses))
    let zone = timeZone ?? feed.timeZone ?? "UTC"
    var settings = settings(zone: zone, start: feed.span.start, registry: feed.registry, names: feed.names)
    let calendar = try HostCalendar(timeZone: zone).calendar
    let journeys = try zoneChange.map { try ZoneChangeText($0).change(calendar) }
    let printer = TimelinePrinter(options: options, calendar: calendar)
    let answers = try personAnswers(settings)
    let standIns = try StandIns.choose(for: settings.familiesWithoutApp, given: monitor, answers: answers)
    if !standIns.isEmpty { settings.monitors = standIns }
    var configuration = try configuration(settings, answers)
    configuration.zoneChanges = journeys
    guard monitor.isEmpty || !standIns.isEmpty else {
      throw HostError(
        .usage, "--monitor stands in for a missing app, and no family with a monitor lacks one; leave it out.")
    }
    for note in feed.notes { Terminal.note("\(note)") }
    Terminal.note("virtual clock: privacy profile \(settings.profile.rawValue), no waiting")
    if approveAll { Terminal.note("--approve-all: every prompt is approved without a person; for development only") }
    try settings.save(in: state.directory)
    let host = try VirtualDriver(configuration, onEvent: printer.print)
    let omission = feed.omission(at: host.device.now, name: usage ?? "the synthetic week", in: calendar)
    if let omission { Terminal.note(omission) }
    let earlier = try EarlierDeliveries(host.facts)
    let bar = ProgressBar(
      label: "run", total: Double(feed.span.end.milliseconds - feed.span.start.milliseconds))
    try host.run(
      through: feed.spans, until: feed.span.end,
      progress: { bar.update(Double($0.milliseconds - feed.span.start.milliseconds)) })
    bar.finish()
    try host.close()
    let words = host.facts.reasonWords(calendar)
    let summary = try RunSummary(
      host.facts, since: earlier, host.launches, host.record, pages: host.writtenPages, words)
    try summary.print(options)
    let unread = answersAllowUnused ? [] : host.unreadAnswers
    let file = try unread.isEmpty ? nil : self.answers ?? answersBesideManifests()
    for answer in unread {
      Terminal.complain(
        "\(file.map { $0 + ": " } ?? "")the answer at \(answer.place) was not used: \(answer.says); "
          + "--answers-allow-unused accepts that")
    }
    try summary.judge(isStrict: strict, isLive: live)
    if !unread.isEmpty { throw ExitCode(CommandFailure.failed) }
  }

  /// Runs until a signal. Pending deliveries are stored, and the next run over the same state continues with them.
  private func runLive() throws {
    let zone = timeZone ?? TimeZone.current.identifier
    let table = try CategoryTable(
      webClasses: webClasses,
      desktopFiles: DesktopFiles(
        directories: DesktopFiles.standardDirectories(environment: ProcessInfo.processInfo.environment)))
    let items = table.knownItems
    let settings = settings(
      zone: zone, start: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)),
      registry: table.registry(for: items), names: UsageFeed.names(items, table))
    let printer = TimelinePrinter(options: options, calendar: try HostCalendar(timeZone: zone).calendar)
    let configuration = try configuration(settings, personAnswers(settings))
    try settings.save(in: state.directory)
    let host = try LiveDriver(
      configuration, feed: { try MachineFeed(source, mark: $0, device: $1) }, onEvent: printer.print)
    let earlier = try EarlierDeliveries(host.facts)
    StopSignals.handle(host.ending)
    Terminal.note("live: privacy profile \(settings.profile.rawValue); Ctrl-C ends the run")
    try Terminal.withoutWaiting { try host.run() }
    let words = host.facts.reasonWords(try HostCalendar(timeZone: zone).calendar)
    let summary = try RunSummary(
      host.facts, since: earlier, host.launches, host.record, pages: host.writtenPages, words)
    try summary.print(options)
    try summary.judge(isStrict: strict, isLive: live)
  }

  private func settings(
    zone: String, start: Timestamp, registry: ItemRegistry, names: [Item: String]
  ) -> RunSettings {
    var settings = RunSettings(
      // Absolute: later commands on this state may run in another directory.
      manifests: manifests.isEmpty ? FamiliesCommand.standardDirectories : manifests.map(Self.absolute),
      families: family,
      isRealClock: live, mode: mode.value, locale: locale, timeZone: zone,
      profile: profile?.value ?? (live ? .standard : .open), seed: seed, isSynthetic: syntheticWeek,
      start: start, registry: registry, names: names, acceptedMissing: acceptMissing)
    settings.programs = state.programs.map(Self.absolute)
    settings.controlGroup = controlGroup
    settings.runtimeLibraries = runtimeLibraries
    settings.person = person
    settings.forbidden = forbid.isEmpty ? nil : forbid
    let earlier = try? RunSettings(state: state.directory)
    settings.keptDays = keepDays ?? earlier?.keptDays
    settings.monitors = live ? nil : earlier?.monitors
    return settings
  }

  private static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

  private func configuration(_ settings: RunSettings, _ answers: PersonAnswers) throws -> HostConfiguration {
    var configuration = try settings.configuration(
      state: state, output: output, recording: record, answers: answers, presses: try PressScript(press))
    configuration.patience = patience
    return configuration
  }
}

extension RunCommand {
  /// The scripted person of the run.
  private func personAnswers(_ settings: RunSettings) throws -> PersonAnswers {
    let file = try answers ?? (approveAll ? nil : answersBesideManifests())
    guard approveAll || file != nil else { return PersonAnswers(otherwise: .unanswered) }
    // On a virtual clock a script answers for the guardian too.
    guard try live || GuardianFile(state: state.directory).passcode() == nil else {
      throw HostError(
        .failed, "A guardian's passcode is set on \(state.directory), and a script can't give it; use another --state.")
    }
    guard let answers = file else { return PersonAnswers(otherwise: .approved) }
    let read = try PersonAnswers(contentsOf: answers)
    // An answer to a family that --family leaves out is not a mistake.
    let catalog = FamilyCatalog(directories: settings.manifests, owner: getuid())
    if !catalog.families.isEmpty {
      try read.requireFamilies(in: catalog.families.map(\.manifest.family), file: answers)
    }
    return read
  }

  /// The file beside the manifests' directory. It counts on a virtual clock only: on a real one an answer is given on
  /// purpose (H10).
  private func answersBesideManifests() throws -> String? {
    guard !live else { return nil }
    let beside = manifests.map {
      URL(filePath: $0).standardizedFileURL.deletingLastPathComponent().appending(path: "answers.json").path
    }
    let present = Set(beside).sorted().filter { FileManager.default.fileExists(atPath: $0) }
    guard present.count < 2 else {
      throw HostError(.usage, "Both \(present[0]) and \(present[1]) have answers; name one with --answers.")
    }
    if let file = present.first { Terminal.note("answers: \(file)") }
    return present.first
  }
}

extension AuthorizationPolicy.Person: ExpressibleByArgument {}

enum ModeChoice: String, ExpressibleByArgument, CaseIterable {
  case faithful, exact

  var value: DeliveryMode { self == .exact ? .exact : .faithful }
}

enum ProfileChoice: String, ExpressibleByArgument, CaseIterable {
  case open, standard, tight

  var value: PrivacyProfile { PrivacyProfile(rawValue: rawValue) ?? .standard }
}
