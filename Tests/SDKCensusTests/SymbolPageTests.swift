// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct SymbolPageTests {
  let page: SymbolPage

  init() throws { page = try SymbolPage() }

  @Test(arguments: SymbolPage.frameworks)
  func `every public symbol is in the census and documented`(_ framework: String) {
    #expect(page.missing(from: framework) == [])
    #expect((page.declarations[framework] ?? []).filter { !$0.isDocumented }.map(\.name) == [])
  }

  @Test func `the page of symbols matches the generated one`() throws {
    guard let used = UsedSymbol.table(), let intents = UsedSymbol.table(columns: UsedSymbol.widgetsAndFilters)
    else { return }  // The table of uses is not part of the repository.
    let file = SymbolPage.root.appending(path: "docs/symbols.md")
    let text = page.markdown(used: used, intents: intents)
    if ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_SYMBOLS"] == "1" { try Data(text.utf8).write(to: file) }
    let isCurrent = (try? String(contentsOf: file, encoding: .utf8)) == text
    #expect(isCurrent, "docs/symbols.md differs; update it with SALLYPORT_UPDATE_SYMBOLS=1")
  }

  @Test(arguments: ["WidgetKit", "AppIntents"])
  func `nearly all uses of a module by widgets and Focus filters compile`(_ module: String) {
    guard let used = UsedSymbol.table(columns: UsedSymbol.widgetsAndFilters) else { return }
    #expect(page.share(of: used.filter { $0.module == module }) >= 970)
  }

  @Test(arguments: [
    ("Calendar#date(byAdding:value:to:wrappingComponents:)", "date"), ("·init(text:color:)", "init"),
    (": Codable", "Codable"), ("Text(_:)", "Text"), ("UIBlurEffect.Style.dark", "dark"),
  ])
  func `the name of a symbol is its last component`(_ symbol: String, _ name: String) {
    #expect(UsedSymbol(module: "", symbol: symbol, targets: 1).name == name)
  }
}
