// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ScreenTimeRules

/// The begin and the end of a block, as the host carries them out (M10).
@Suite struct BlockTests {
  static let app = Item.application("app")
  static let browser = Item.application("browser")
  static let site = Item.webDomain("a.org")
  static let other = FamilyID("worklog")

  private func bench() -> Bench {
    var bench = Bench(mode: .exact, at: "2026-08-13 10:00")
    bench.state.families[Self.other] = FamilyState(authorization: .approved, member: .individual)
    return bench
  }

  private func hide(_ item: Item, _ bench: inout Bench, by family: FamilyID = Bench.family) throws {
    let value = SettingValue.blockedApplications([.item(item)])
    try bench.apply([.setSetting(store: "s", key: .blockedApplications, value: value)], of: family)
  }

  /// Uses an item for a minute, and returns the changes as text.
  private func use(_ app: Item?, web: Item? = nil, _ bench: inout Bench) -> [String] {
    let use = UseSpan(
      start: bench.state.now, end: bench.state.now.advanced(by: 60_000), app: app, web: web, isPresent: app != nil)
    var changes: [String] = []
    while true {
      let step = bench.rules.advance(&bench.state, through: use)
      #expect(step.hasOutput == !(step.blocks.isEmpty && step.shields.isEmpty && step.deliveries.isEmpty))
      changes += step.blocks.map { "\($0.change) \($0.block.item) \($0.block.family?.rawValue ?? "operator")" }
      for block in step.blocks { #expect(block.change == .ended || block.block.since == block.at) }
      if step.isFinished { return changes }
    }
  }

  @Test func `begins when a hidden application comes to the foreground, and ends when it leaves (M10)`() throws {
    var bench = bench()
    #expect(use(Self.app, &bench) == [])
    try hide(Self.app, &bench)
    #expect(use(Self.browser, &bench) == [])
    #expect(use(Self.app, &bench) == ["began \(Self.app) homework"])
    #expect(bench.state.block?.item == Self.app)
    #expect(use(Self.app, &bench) == [])
    #expect(use(Self.browser, &bench) == ["ended \(Self.app) homework"])
    #expect(bench.state.block == nil)
    #expect(use(nil, &bench) == [])
  }

  @Test func `passes from one item to another, and from one family to another (M10)`() throws {
    var bench = bench()
    try bench.apply([
      .setSetting(
        store: "s", key: .blockedApplications, value: .blockedApplications([.item(Self.app), .item(Self.browser)]))
    ])
    #expect(use(Self.app, &bench) == ["began \(Self.app) homework"])
    #expect(use(Self.browser, &bench) == ["ended \(Self.app) homework", "began \(Self.browser) homework"])
    try bench.apply([.setSetting(store: "s", key: .blockedApplications, value: nil)])
    try hide(Self.browser, &bench, by: Self.other)
    #expect(use(Self.browser, &bench) == ["ended \(Self.browser) homework", "began \(Self.browser) worklog"])
  }

  @Test func `a site that the filter blocks begins one too, unless a shield covers the browser (M10, S3)`() throws {
    var bench = bench()
    try bench.apply([
      .setSetting(store: "s", key: .blockedByFilter, value: .webFilter(.specific([.item(Self.site)])))
    ])
    #expect(use(Self.browser, web: Self.site, &bench) == ["began \(Self.site) homework"])
    try bench.apply([.setSetting(store: "s", key: .shieldApplications, value: .items([Self.browser]))])
    #expect(use(Self.browser, web: Self.site, &bench) == ["ended \(Self.site) homework"])
    try bench.apply([.setSetting(store: "s", key: .shieldApplications, value: nil)])
    #expect(use(Self.browser, web: Self.site, &bench) == ["began \(Self.site) homework"])
  }
}
