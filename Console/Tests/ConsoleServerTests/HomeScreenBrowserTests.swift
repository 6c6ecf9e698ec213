// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Widgets, Focus modes and long pickers, in Chromium.
@Suite(
  .serialized, .enabled(if: Browser.path != nil, "needs Debian's chromium"),
  .enabled(if: RealHost.isBuilt, "needs the built host and example extensions"))
struct HomeScreenBrowserTests {
  private func address(_ console: ConsoleProcess, _ path: String) -> String {
    "http://127.0.0.1:\(console.port)\(path)"
  }

  private func enter(_ console: ConsoleProcess) throws -> Browser {
    let browser = try Browser()
    try browser.open(address(console, "/#t=\(console.link)"))
    try browser.wait("document.querySelector('main h1') !== null")
    return browser
  }

  @Test func `a widget is added, configured and removed, and a Focus turned on and off, by the page alone`() throws {
    let host = try RealHost(person: "adult", homework: "Extensions/manifests/homework.json")
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try enter(console)
    try browser.open(address(console, "/gallery"))
    try browser.waitForText("Add a widget")
    try browser.screenshot("23-gallery-before")
    let section =
      "[...document.querySelectorAll('section')].find(s => s.querySelector('h2').textContent.startsWith('Widget of'))"
    try browser.act("Add Countdown of Homework")
    try browser.wait("\(section)?.querySelector('img') != null")
    try browser.screenshot("24-widget")
    // Its hour.
    let before = try browser.evaluate("\(section).querySelector('img').src") as? String
    let hour = "[...\(section).querySelectorAll('.field')].find(f => f.textContent.includes('Due at'))"
    try browser.evaluate("\(hour).querySelector('input,select').value = '7'")
    try browser.act("Set", within: hour)
    try browser.wait("\(section)?.querySelector('img')?.src !== undefined")
    let end = ContinuousClock.now + .seconds(60)
    while try browser.evaluate("\(section)?.querySelector('img')?.src") as? String == before, ContinuousClock.now < end
    {
      Thread.sleep(forTimeInterval: 0.2)
    }
    #expect(try browser.evaluate("\(section)?.querySelector('img')?.src") as? String != before)
    #expect(try host.command("widgets").text.contains("Countdown"))
    try browser.evaluate("\(section).querySelector('details.grave').open = true")
    try browser.act("Remove", within: section)
    try browser.wait("\(section) === undefined")
    #expect(try !host.command("widgets").text.contains("Countdown"))

    // A Focus.
    #expect(try host.command("focus", "add", "Study").status == 0)
    try browser.open(address(console, "/device"))
    let row = "[...document.querySelectorAll('tbody tr')].find(r => r.querySelector('th').textContent === 'Study')"
    try browser.wait(row)
    try browser.act("Turn on", within: row)
    try browser.wait("\(row)?.textContent.includes('Turn off')")
    try browser.screenshot("25-focus")
    #expect(try host.command("focus").text.contains("Study"))
    try browser.act("Turn off", within: row)
    try browser.wait("\(row)?.textContent.includes('Turn on')")
    let entries = try host.command("ledger", "entries").text
    #expect(entries.contains("in the console"), "\(entries)")
    #expect(browser.faults(port: console.port) == [])
  }

  /// A picker of 1,001 items of each kind, as the page draws one.
  private static let longPicker = """
    (() => {
      const picker = document.createElement('div');
      picker.className = 'picker';
      picker.dataset.prompt = '1';
      for (let i = 0; i <= 1000; i++) {
        const box = document.createElement('input');
        Object.assign(box, { type: 'checkbox', value: 'app' + i, checked: i < 1000 });
        box.dataset.kind = 'application';
        picker.append(box);
      }
      // The same item in two groups is one item.
      const twice = document.createElement('input');
      Object.assign(twice, { type: 'checkbox', value: 'app0' });
      twice.dataset.kind = 'application';
      const domains = document.createElement('input');
      domains.name = 'domain';
      const done = document.createElement('button');
      done.dataset.pick = 'done';
      done.textContent = 'Done';
      picker.append(twice, domains, done);
      document.querySelector('main').append(picker);
    })()
    """

  @Test func `the 1,001st item of a kind is refused at the click, with a sentence (CON-13)`() throws {
    let host = try FakeHost()
    let console = try ConsoleProcess(state: host.state)
    let browser = try enter(console)
    try browser.evaluate(Self.longPicker)
    let boxes = "document.querySelectorAll('.picker input[type=checkbox]')"
    // Item 1,001 is already selected, so clicking it doesn't add one.
    try browser.evaluate("\(boxes)[1001].click()")
    #expect(try browser.evaluate("\(boxes)[1001].checked") as? Bool == true)
    try browser.evaluate("\(boxes)[1000].click()")
    #expect(try browser.evaluate("\(boxes)[1000].checked") as? Bool == false)
    try browser.waitForText("A family can name at most 1,000 items of a kind.")
    // After one is deselected, another can be selected.
    try browser.evaluate("\(boxes)[500].click()")
    try browser.evaluate("\(boxes)[1000].click()")
    #expect(try browser.evaluate("\(boxes)[1000].checked") as? Bool == true)
    // A typed domain counts as well, and nothing is sent.
    try browser.evaluate("\(boxes).forEach(box => box.dataset.kind = 'webDomain')")
    try browser.evaluate("document.querySelector('.picker input[name=domain]').value = 'video.example'")
    try browser.press("Done")
    Thread.sleep(forTimeInterval: 0.5)
    #expect(host.lines.allSatisfy { !$0.contains("\"pick\"") })
  }
}
