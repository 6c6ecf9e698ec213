// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import Testing

/// Checks that every wire type has a sample, since one without could carry a field that no row lists.
@Suite struct WireCoverageTests {
  /// Types that only extensions send; the strict decoders and the table of effects check them.
  private static let fromExtensions: Set<String> = [
    "Ack", "AuthorizeParams", "Code", "ColorValue", "CommitParams", "Context", "CriteriaPredicate", "DescribedIntent",
    "DescribedKind", "DescribedParameter", "DescriptionNote", "FocusContext", "FocusDescription", "FocusPerformResult",
    "FocusSuggestions", "IntentChoice", "OptionWord", "OptionsResult", "ParameterType", "Range", "Relevance",
    "RelevanceAttribute", "Role", "TimelinePolicy", "WidgetDescription", "WidgetEntry", "WidgetPlaceholderResult",
    "WidgetRelevanceResult", "WidgetSnapshotResult", "WidgetTimelineResult", "WidgetView", "Word", "Effect",
    "EffectsResult", "HelloResult", "Level", "Member",
    "PickParams", "PresentReportParams", "PresentWindowParams", "ReportResult", "Response", "Runtime",
    "NotificationPart", "ShieldActionResult", "ShieldConfigurationResult", "SupportedVersions", "Trigger",
  ]
  /// Types of the message envelope, which have no policy fields.
  private static let frame: Set<String> = ["Envelope", "Method"]

  @Test func `the samples hold every type that the host sends`() throws {
    var seen: Set<String> = []
    for point in ExtensionPoint.allCases {
      Self.walk(MaximalMessages.hello(point), into: &seen)
      for params in MaximalMessages.performs(point) { Self.walk(params, into: &seen) }
    }
    for value in [
      MaximalMessages.data(bundleID: "a"), MaximalMessages.error, MaximalMessages.selection,
      MaximalMessages.shield(bundleID: "a"),
      CommitResult(revision: 1, snapshot: MaximalMessages.snapshot(.app)), AuthorizeResult(authorization: .denied),
      PickResult(selection: MaximalMessages.selection), PresentReportResult(surface: "s1", presentsAt: 1),
      PresentWindowResult(tree: 1), Cancel(request: RequestID(.host, 2), reason: .deadline), Shutdown(reason: .idle),
    ] as [Any] {
      Self.walk(value, into: &seen)
    }
    let missing = try Self.declared().subtracting(seen).subtracting(Self.fromExtensions)
      .subtracting(Self.frame)
    #expect(missing.isEmpty, "no sample holds \(missing.sorted())")
    #expect(Self.fromExtensions.isDisjoint(with: seen))
  }

  private static func walk(_ value: Any, into seen: inout Set<String>) {
    seen.insert(String(reflecting: type(of: value)).split(separator: ".").last.map(String.init) ?? "")
    for child in Mirror(reflecting: value).children { walk(child.value, into: &seen) }
  }

  /// The wire types that the sources declare.
  private static func declared() throws -> Set<String> {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Wire/ExtensionProtocol")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    var types: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?:struct|enum|extension) ([A-Za-z.]+):[^{]*Wire(?:Convertible|Word)/) {
        types.insert(match.output.1.split(separator: ".").last.map(String.init) ?? "")
      }
    }
    return types
  }
}
