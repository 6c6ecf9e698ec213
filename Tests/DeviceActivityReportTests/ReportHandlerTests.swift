// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import ExtensionProtocol
import ExtensionRuntime
import Foundation
import SDKTestSupport
import SwiftUI
import Testing

/// The scene of Apple's template.
private struct TotalScene: DeviceActivityReportScene {
  let context = DeviceActivityReport.Context("Total")
  let content: (TimeInterval) -> Text

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> TimeInterval {
    await data.flatMap { $0.activitySegments }.reduce(0) { $0 + $1.totalActivityDuration }
  }
}

/// Sums first, then lists, as many published reports do (R12).
private struct ListScene: DeviceActivityReportScene {
  let context = DeviceActivityReport.Context("List")
  let content: ([String]) -> ListView

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> [String] {
    var lines: [String] = []
    var count = 0
    for await _ in data { count += 1 }
    for await device in data {
      lines.append("\(count) \(device.user.role) \(device.device.model)")
      for await segment in device.activitySegments {
        for await category in segment.categories {
          lines.append("category \(Int(category.totalActivityDuration))")
          for await app in category.applications {
            lines.append("application \(Int(app.totalActivityDuration)) \(app.numberOfPickups)")
          }
        }
      }
    }
    return lines
  }
}

private struct ListView: View {
  let lines: [String]

  var body: some View {
    List(lines, id: \.self) { Text($0) }
  }
}

/// The form of `makeConfiguration` shown at WWDC22, with an array.
private struct ArrayScene: DeviceActivityReportScene {
  let context = DeviceActivityReport.Context("Array")
  let content: (Int) -> Text

  func makeConfiguration(representing data: [DeviceActivityData]) -> Int { data.count }
}

/// Views that change their state when they appear.
private struct LateScene: DeviceActivityReportScene {
  let context: DeviceActivityReport.Context
  let content: (Int) -> LateView

  init(_ context: String, _ content: @escaping (Int) -> LateView) {
    self.context = DeviceActivityReport.Context(context)
    self.content = content
  }

  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> Int { 1 }
}

private struct LateView: View {
  enum Way { case once, forever, waiting }

  let way: Way
  @State private var count = 0
  @State private var word = "first"

  var body: some View {
    VStack {
      Text("\(word) \(count)")
      // Each row that appears adds another one.
      ForEach(0..<(way == .forever ? count : 0), id: \.self) { _ in Text("row").onAppear { count += 1 } }
    }
    .task {
      await Task.yield()
      if way == .waiting { await withCheckedContinuation { Self.kept.append($0) } }
      word = "late"
    }
    .onAppear { count += 1 }
    .onReceive(Just("published")) { word = $0 }
  }

  /// A continuation that is dropped would be reported.
  @MainActor private static var kept: [CheckedContinuation<Void, Never>] = []
}

private struct Late: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    LateScene("Once") { _ in LateView(way: .once) }
    LateScene("Forever") { _ in LateView(way: .forever) }
    LateScene("Waiting") { _ in LateView(way: .waiting) }
  }
}

private struct Example: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    TotalScene { Text("\(Int($0 / 60)) min") }
    ListScene { ListView(lines: $0) }
    ArrayScene { Text("\($0)") }
  }
}

private struct Doubled: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    ArrayScene { Text("\($0)") }
    ArrayScene { Text("\($0)") }
  }
}

/// A scene with neither form of `makeConfiguration`.
private struct EmptyScene: DeviceActivityReportScene {
  let context = DeviceActivityReport.Context("Empty")
  let content: (Int) -> Text
}

private struct Unfinished: DeviceActivityReportExtension {
  var body: some DeviceActivityReportScene {
    TotalScene { Text("\(Int($0 / 60)) min") }
    EmptyScene { Text("\($0)") }
  }
}

@MainActor
private func handler(_ extension: some DeviceActivityReportExtension) -> ReportHandler {
  ReportHandler(scenes: `extension`.body)
}

@Suite(.timeLimit(.minutes(20))) struct ReportHandlerTests {
  @MainActor private static func everyday() -> ReportHandler { handler(Example()) }
  @MainActor private static func late() -> ReportHandler { handler(Late()) }

  private func host(_ handler: ReportHandler? = nil) async throws -> MemoryHost {
    let host: MemoryHost
    if let handler { host = MemoryHost(handler) } else { host = MemoryHost(await Self.everyday()) }
    _ = try await host.hello(.report)
    return host
  }

  private func view(
    _ context: String, framesOf size: Int = 256, of handler: ReportHandler? = nil
  ) async throws -> WireValue? {
    let host = try await host(handler)
    defer { host.close() }
    let frames = ReportFixtures.frames(try ReportFixtures.elements(), of: size, for: RequestID(.host, 2))
    let reply = try await host.perform(
      .makeReport(context: context, filter: ReportFixtures.filter, frame: ReportFixtures.frame), then: frames)
    #expect(host.requests.isEmpty)
    guard case .result(_, .object(let result)) = reply else { return nil }
    return result["view"]
  }

  @Test func `onAppear and task run once before a report is drawn, each as often as there are trees at most (R3)`()
    async throws
  {
    #expect(text(in: try await view("Once", of: Self.late())) == "late 1")
    // The third tree is the last.
    #expect(text(in: try await view("Forever", of: Self.late())) == "late 2")
    #expect(text(in: try await view("Waiting", of: Self.late())) == "first 1")
  }

  private func text(in value: WireValue?) -> String? {
    switch value {
    case .object(let object):
      if object["kind"] == "text", case .string(let text)? = object["text"] { return text }
      return object.members.lazy.compactMap { text(in: $0.value) }.first
    case .array(let values)?: return values.lazy.compactMap { text(in: $0) }.first
    default: return nil
    }
  }

  @Test func `hello names the contexts in declaration order`() async throws {
    let host = MemoryHost(await handler(Example()))
    defer { host.close() }
    guard case .result(_, .object(let result)) = try await host.hello(.report) else {
      Issue.record("Hello was refused.")
      return
    }
    #expect(result["contexts"] == ["Total", "List", "Array"])
  }

  @Test func `two scenes with one context are rejected at hello (R3, §8.15)`() async throws {
    let host = MemoryHost(await handler(Doubled()))
    defer { host.close() }
    guard case .failure(_, let error) = try await host.hello(.report) else {
      Issue.record("Hello was accepted.")
      return
    }
    #expect(error.message == "scene.duplicate: two scenes have the context “Array”; give each its own.")
  }

  @Test func `a scene with neither form of makeConfiguration is rejected at hello (R3, §8.15)`() async throws {
    let host = MemoryHost(await handler(Unfinished()))
    defer { host.close() }
    guard case .failure(_, let error) = try await host.hello(.report) else {
      Issue.record("Hello was accepted.")
      return
    }
    #expect(
      error.message
        == "scene.noConfiguration: EmptyScene has no makeConfiguration(representing:); implement it.")
  }

  @Test(arguments: [1, 2, 3, 256])
  func `results arrive complete in messages of any size`(_ size: Int) async throws {
    #expect(try await view("Total", framesOf: size) == ["kind": "text", "text": "105 min"])
  }

  @Test func `elements nest, and a second iteration returns the same elements (R12)`() async throws {
    let lines = [
      "1 child iPhone", "category 4500", "application 4500 2", "category 1800", "application 1800 3",
    ]
    let rows = lines.map { line -> WireValue in ["kind": "text", "text": .string(line)] }
    #expect(try await view("List") == ["kind": "list", "sections": [["rows": .array(rows)]]])
  }

  @Test func `makeConfiguration may take an array`() async throws {
    #expect(try await view("Array") == ["kind": "text", "text": "1"])
  }

  @Test func `an unknown context has no view (R3)`() async throws { #expect(try await view("Nothing") == nil) }
}
