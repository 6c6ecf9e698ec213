// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeVocabulary

/// The content of `docs/reason-codes.md`: every code with its sentence, by where it appears.
package enum ReasonCodePage {
  /// The codes of a section. A variable part is written as a name, such as `crash.<signal>`.
  package struct Section: Sendable {
    package var title: String
    package var codes: [ReasonCode]
  }

  package static let sections = [
    Section(title: "How a delivery ended", codes: ReasonCode.Delivery.allCases.map { .delivery($0) }),
    Section(
      title: "How an attempt ended",
      codes: ReasonCode.Attempt.allCases.map { .attempt($0) } + [.unknown("error.<n>")]),
    Section(
      title: "What happened to a process",
      codes: ReasonCode.Process.allCases.map { .process($0) } + [
        .launch(stage: "<stage>"), .confinement(missing: "<missing>"), .unresponsive(verdict: "<verdict>"),
        .violation(row: "<row>"), .killed(.other("<limit>")), .killed(.container), .killed(.memory),
        .crash(signal: "<signal>"), .unknown("exit.<status>"), .stop(reason: "<reason>"),
      ]),
    Section(title: "What happened on the device", codes: ReasonCode.Device.allCases.map { .device($0) }),
    Section(title: "Sources of use and clocks", codes: ReasonCode.Source.allCases.map { .source($0) }),
    Section(title: "Notifications", codes: ReasonCode.Notification.allCases.map { .notification($0) }),
    Section(title: "Widgets", codes: ReasonCode.Widget.allCases.map { .widget($0) }),
  ]

  package static var text: String {
    var lines = [
      "<!-- Generated from Sources/Host/HostCore/Explain/ReasonCodePage.swift; a test compares. -->", "",
      "# Reason codes", "",
      "`sallyport explain` prints these with the sentence beside them. `<…>` stands for a part that varies; a line of",
      "the journal about an attempt puts `attempt.` in front. A code that a later version wrote is shown as it is.",
    ]
    for section in sections {
      lines += ["", "## \(section.title)", "", "| code | means |", "|---|---|"]
      lines += section.codes.map { "| `\($0)` | \(sentence(of: $0)) |" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Codes with a number can't be made from a placeholder, so these two are looked up by an example.
  private static func sentence(of code: ReasonCode) -> String {
    let example =
      switch code {
      case .unknown("error.<n>"): ReasonCode.error(number: 0)
      case .unknown("exit.<status>"): ReasonCode.exit(status: 1)
      default: code
      }
    return example.sentence ?? ""
  }
}
