// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Contrast, structure, size and the keyboard, as the browser computes them on every page in both schemes.
@Suite(
  .serialized, .enabled(if: Browser.path != nil, "needs Debian's chromium"),
  .enabled(if: RealHost.isBuilt, "needs the built host and example extensions"))
struct AccessibilityTests {
  private static let pages = [
    "/today", "/week", "/day", "/shields", "/requests", "/families", "/family/limits", "/ledger", "/extensions",
    "/device",
    "/gallery", "/item/app:supertux2", "/shield/app:supertux2", "/family/homework", "/trace",
  ]

  /// Faults of the page that is open, as sentences.
  private static let faults = #"""
    (() => {
      const faults = [];
      const say = (what, node) => faults.push(what + ": " + (node.outerHTML || node.textContent).slice(0, 120));
      const isShown = (node) => node.getClientRects().length > 0 && node.checkVisibility({ visibilityProperty: true });
      const clipped = (node) => node.closest(".skip:not(:focus)") !== null ||
        (node.closest("thead") !== null && node.closest("thead").getBoundingClientRect().width <= 1);
      // Contrast of text with the first opaque colour behind it.
      const channels = (color) => color.match(/[\d.]+/g).map(Number);
      const light = (color) => color.slice(0, 3)
        .map((value) => value / 255).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
      const ratio = (one, other) => {
        const [most, least] = [light(one), light(other)].sort((a, b) => b - a);
        return (most + 0.05) / (least + 0.05);
      };
      const behind = (node) => {
        for (let one = node; one; one = one.parentElement) {
          const color = channels(getComputedStyle(one).backgroundColor);
          if (color.length < 4 || color[3] === 1) return color;
        }
        return [255, 255, 255];
      };
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode.parentElement;
        if (texts.currentNode.textContent.trim() === "" || !isShown(node) || clipped(node) || node.closest("svg")) continue;
        const style = getComputedStyle(node);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        const found = ratio(channels(style.color), behind(node));
        if (found < (isLarge ? 3 : 4.5)) say("contrast " + found.toFixed(2), node);
      }
      for (const node of document.querySelectorAll("button,input,summary")) {
        if (!isShown(node)) continue;
        const box = node.getBoundingClientRect();
        if (box.width < 24 || box.height < 24) say("smaller than 24 px", node);
        const name = node.textContent.trim() || node.labels?.[0]?.textContent.trim() || node.getAttribute("aria-label");
        if (!name) say("without a name", node);
        const style = getComputedStyle(node);
        const edge = node.matches("input[type=checkbox]") || parseFloat(style.borderTopWidth) === 0
          ? null : channels(style.borderTopColor);
        if (edge && ratio(edge, behind(node.parentElement)) < 3) say("edge below 3", node);
      }
      for (const part of document.querySelectorAll("svg.chart rect[class]")) {
        const fill = getComputedStyle(part).fill;
        if (fill.startsWith("rgb") && ratio(channels(fill), behind(part.closest("figure"))) < 3) say("chart part below 3", part);
      }
      // Structure.
      const levels = [...document.querySelectorAll("h1,h2,h3,h4")].filter(isShown).map((one) => Number(one.tagName[1]));
      if (levels.filter((level) => level === 1).length !== 1 || levels[0] !== 1) faults.push("headings " + levels);
      levels.reduce((last, level) => { if (level > last + 1) faults.push("a level is left out: " + levels); return level; }, 0);
      for (const figure of document.querySelectorAll("main figure"))
        if (!figure.getAttribute("aria-label") && !figure.querySelector("figcaption")) say("a figure without a name", figure);
      for (const table of document.querySelectorAll("table")) if (!table.caption) say("a table without a caption", table);
      for (const image of document.images) if (!image.alt) say("an image without a text", image);
      if (!document.documentElement.lang) faults.push("no language");
      if (document.querySelectorAll("[aria-live],[role=status]").length !== 1) faults.push("not one live region");
      if (document.scrollingElement.scrollWidth > document.documentElement.clientWidth)
        faults.push("scrolls sideways: " + document.scrollingElement.scrollWidth + " of " + document.documentElement.clientWidth);
      return faults;
    })()
    """#

  /// Opens each page of a console over a host with use and an open prompt.
  private func withEachPage(_ body: (Browser, String) throws -> Void) throws {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try browser.open("http://127.0.0.1:\(console.port)/#t=\(console.link)")
    try browser.wait("document.querySelector('main h1')?.textContent === 'Today'")
    try host.use("app", "supertux2")
    #expect(try host.command("open", "limits").status == 0)
    for path in Self.pages {
      try open(browser, console, path)
      try body(browser, path)
    }
  }

  private func open(_ browser: Browser, _ console: ConsoleProcess, _ path: String) throws {
    try browser.open("http://127.0.0.1:\(console.port)\(path)")
    try browser.wait("document.querySelector('main h1') && document.querySelector('main .says')")
  }

  @Test
  func `every page has contrast, names, structure and no sideways scrolling, in both schemes and at 320 px (CON-43)`()
    throws
  {
    try withEachPage { browser, path in
      for (width, isDark) in [(1_280, false), (1_280, true), (320, false), (320, true)] {
        try browser.look(width: width, isDark: isDark)
        let faults = try #require(try browser.evaluate(Self.faults) as? [String])
        #expect(faults == [], "\(path) at \(width) px\(isDark ? ", dark" : "")")
      }
    }
  }

  /// The script of axe-core, which the PyPI wheel axe-playwright-python holds.
  private static let axe: String? = ProcessInfo.processInfo.environment["SALLYPORT_AXE"].flatMap {
    try? String(contentsOfFile: $0, encoding: .utf8)
  }

  @Test(.enabled(if: axe != nil, "set SALLYPORT_AXE to axe.min.js of the PyPI wheel axe-playwright-python"))
  func `axe finds nothing on any page, in both schemes (CON-43)`() throws {
    let script = try #require(Self.axe)
    try withEachPage { browser, path in
      for isDark in [false, true] {
        try browser.look(width: 1_280, isDark: isDark)
        // The script's own value would be too long to return.
        try browser.evaluate(script + ";undefined")
        let found = try #require(
          try browser.evaluate(
            "axe.run().then(r => r.violations.map(v => v.id + ': ' + v.nodes[0].html.slice(0, 120)))")
            as? [String])
        #expect(found == [], "\(path)\(isDark ? ", dark" : "")")
      }
    }
  }

  @Test func `a fault of each kind is found`() throws {
    let host = try FakeHost()
    let console = try ConsoleProcess(state: host.state)
    let browser = try Browser(width: 320)
    try browser.open("http://127.0.0.1:\(console.port)/#t=\(console.link)")
    try browser.wait("document.querySelector('main .says')")
    #expect(try browser.evaluate(Self.faults) as? [String] == [])
    try browser.evaluate(
      """
      const main = document.querySelector('main');
      const add = (tag, text) => {
        const node = document.createElement(tag);
        node.textContent = text;
        main.append(node);
        return node;
      };
      add('p', 'faint').style.color = 'rgb(170, 170, 170)';
      add('p', 'wide').style.width = '900px';
      Object.assign(add('button', 'small').style, { minHeight: '0', height: '10px', padding: '0' });
      add('button', 'edge').style.borderColor = 'rgb(240, 240, 240)';
      add('button', '');
      add('h4', 'deep');
      add('figure', '');
      add('table', '');
      add('img', '');
      """)
    let faults = try #require(try browser.evaluate(Self.faults) as? [String])
    for fault in [
      "contrast 2", "scrolls sideways", "smaller than 24 px", "edge below 3", "without a name", "a level is left out",
      "a figure without", "a table without", "an image without",
    ] { #expect(faults.contains { $0.hasPrefix(fault) }, "\(fault): \(faults)") }
  }

  @Test func `the keyboard alone reaches and uses every control, and the focus is seen`() throws {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try browser.open("http://127.0.0.1:\(console.port)/#t=\(console.link)")
    try browser.wait("document.querySelector('main h1')?.textContent === 'Today'")
    try open(browser, console, "/families")
    // The skip link is the first stop, and everything follows in reading order.
    try browser.key("Tab")
    #expect(try browser.evaluate("document.activeElement.className") as? String == "skip")
    let wanted = try #require(
      try browser.evaluate("document.querySelectorAll('a[href],button:not([disabled]),[tabindex=\"0\"]').length")
        as? Int)
    var last = -1
    var stops = 1
    for _ in 1..<wanted {
      try browser.key("Tab")
      let place = try #require(
        try browser.evaluate(
          "[...document.querySelectorAll('a[href],button,[tabindex=\"0\"]')].indexOf(document.activeElement)") as? Int)
      #expect(place > last)
      last = place
      stops += 1
      let outline = "getComputedStyle(document.activeElement).outlineStyle !== 'none'"
      #expect(try browser.evaluate(outline) as? Bool == true)
      let text = try browser.evaluate("document.activeElement.textContent") as? String
      if text == "Open" { break }
    }
    #expect(stops > 10)
    try browser.key("Enter")
    let end = ContinuousClock.now + .seconds(30)
    while try !host.command("requests").text.contains("homework"), ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.2)
    }
    #expect(try host.command("requests").text.contains("homework"))
    // The redrawn page keeps the focus on its control, or at least not on another one.
    try browser.waitForText("One question waits for an answer.")
    let focused = try browser.evaluate("document.activeElement.textContent") as? String ?? ""
    #expect(focused == "Close" || focused == "Open" || focused.contains("Skip"), "\(focused)")
  }
}
