// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A person who uses only the console, in Chromium over a running host.
@Suite(
  .serialized, .enabled(if: Browser.path != nil, "needs Debian's chromium"),
  .enabled(if: RealHost.isBuilt, "needs the built host and example extensions"))
struct BrowserTests {
  private func address(_ console: ConsoleProcess, _ path: String) -> String {
    "http://127.0.0.1:\(console.port)\(path)"
  }

  private func enter(_ browser: Browser, _ console: ConsoleProcess) throws {
    try browser.open(address(console, "/#t=\(console.link)"))
    try browser.wait("document.querySelector('main h1')?.textContent === 'Today'")
  }

  private func giveThePasscode(_ browser: Browser, _ code: String) throws {
    try browser.wait("document.querySelector('dialog[open] input[type=password]')")
    try browser.evaluate("document.querySelector('dialog[open] input[type=password]').value = '\(code)'")
    try browser.press("Continue", within: "document.querySelector('dialog[open]')")
  }

  /// The section under a heading.
  private func section(_ heading: String) -> String {
    "[...document.querySelectorAll('section')].find(s => s.querySelector('h2').textContent === '\(heading)')"
  }

  /// Whether the picture of a surface contains a text.
  private func drawn(_ text: String) -> String {
    "atob(document.querySelector('.surface img').src.split(',')[1]).includes('\(text)')"
  }

  /// The table row that begins with a name.
  private func row(_ name: String) -> String {
    "[...document.querySelectorAll('tbody tr')].find(r => r.querySelector('th').textContent === '\(name)')"
  }

  /// Presses the shield's second button, which Limits answers without opening the item.
  private func pressForMoreTime(_ browser: Browser, _ host: RealHost, on shield: String, times: Int) throws {
    try browser.wait(section(shield))
    try browser.wait("document.querySelector('.surface img')")
    try browser.act("More time: 15 more minutes", within: section(shield))
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end, host.log.ranges(of: "defer for").count < times {
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(host.log.ranges(of: "defer for").count == times)
    try browser.waitForText("2 items are closed.")
  }

  @Test func `a link opens one tab once and is not kept in its history (CON-33)`() throws {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try enter(browser, console)
    #expect(try browser.evaluate("location.href") as? String == address(console, "/"))
    try browser.call("Page.reload")
    try browser.wait("document.querySelector('main h1')?.textContent === 'Today'")
    let second = try Browser()
    try second.open(address(console, "/#t=\(console.link)"))
    try second.waitForText("Run “sallyport console” and open its link.")
    #expect(try second.evaluate("location.href") as? String == address(console, "/"))
    #expect(browser.faults(port: console.port) == [] && second.faults(port: console.port) == [])
  }

  @Test
  func
    `a person with the console alone pairs, approves, picks, is stopped, asks, reads why, and revokes (CON-39, CON-41)`()
    throws
  {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try enter(browser, console)
    try browser.screenshot("01-today-empty")
    // The child plays from the start, since the limit below counts the whole day.
    try host.keepUsing("app", "supertux2")

    // The passcode.
    try browser.open(address(console, "/device"))
    try browser.wait("document.querySelector('input[name=new]')")
    try browser.evaluate(
      "for (const i of document.querySelectorAll('.passcode input[type=password]')) i.value = 'correct horse'")
    try browser.press("Set the passcode")
    try browser.waitForText("Write this down")
    try browser.screenshot("02-recovery-code")
    try browser.press("I have it")
    try browser.waitForText("Only someone who enters the passcode can act as the guardian.")
    try browser.screenshot("03-device")

    // The family asks, and the guardian agrees.
    try browser.open(address(console, "/families"))
    try browser.wait("document.querySelector('main table')")
    try browser.screenshot("04-families")
    try browser.act("Open", within: row("Homework"))
    try browser.open(address(console, "/requests"))
    try browser.waitForText("Homework asks")
    try browser.screenshot("05-prompt")
    try browser.press("Allow")
    try giveThePasscode(browser, "wrong horse")
    try browser.waitForText("The passcode is not right.")
    try browser.screenshot("06-wrong-passcode")
    try giveThePasscode(browser, "correct horse")
    try browser.waitForText("No question waits for an answer.")

    // The app's window, and its two pickers.
    try browser.open(address(console, "/family/homework"))
    try browser.waitForText("Its window")
    try browser.screenshot("07-family")
    try browser.act("Select Apps to Discourage")
    try browser.open(address(console, "/requests"))
    try browser.wait("document.querySelector('.picker')")
    try browser.evaluate("document.querySelector('.picker input[value=supertux2]').click()")
    try browser.evaluate("document.querySelector('.picker input[name=domain]').value = 'video.example'")
    try browser.screenshot("08-picker")
    try browser.act("Done")
    try browser.waitForText("No question waits for an answer.")
    try browser.open(address(console, "/family/homework"))
    try browser.act("Select Apps to Encourage")
    try browser.open(address(console, "/requests"))
    try browser.wait("document.querySelector('.picker')")
    try browser.evaluate("document.querySelector('.picker input[value=\\'org.gnome.TextEditor\\']').click()")
    try browser.act("Done")

    // A limit of one minute, in the family for people without a developer. Homework has a goal instead: its shields go up
    // at midnight and come down after 45 minutes of other use, and on the machine's clock neither comes in a minute.
    try browser.open(address(console, "/families"))
    try browser.act("Open", within: row("Limits"))
    try browser.open(address(console, "/requests"))
    try browser.waitForText("Limits asks")
    // The passcode was given a moment ago.
    try browser.press("Allow")
    try browser.waitForText("No question waits for an answer.")
    try browser.open(address(console, "/family/limits"))
    try browser.act("Add a limit")
    for _ in 0..<5 { try browser.act("Shorten limit 1") }
    try browser.waitForText("Shorten limit 1")
    try browser.act("Choose items for limit 1")
    try browser.open(address(console, "/requests"))
    try browser.wait("document.querySelector('.picker')")
    try browser.evaluate("document.querySelector('.picker input[value=supertux2]').click()")
    try browser.evaluate("document.querySelector('.picker input[name=domain]').value = 'video.example'")
    try browser.act("Done")
    try browser.open(address(console, "/family/limits"))
    try browser.waitForText("Its window")
    // The report in the window is drawn, which no family sees.
    try browser.wait(drawn("in seven days"))
    // The guardian wants to be asked: the shield's own buttons shall give no time.
    try browser.act("More time on a shield: turn off")
    try browser.screenshot("09-limits")

    // It is reached, and both items are closed.
    try browser.open(address(console, "/today"))
    let end = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < end, !host.log.contains("eventDidReachThreshold limit.1") {
      Thread.sleep(forTimeInterval: 0.1)
    }
    try browser.screenshot("10-today-reached")
    try browser.open(address(console, "/shields"))
    try browser.waitForText("2 items are closed.")
    try browser.waitForText("On screen: SuperTux")
    try browser.wait("document.querySelector('.surface img')")
    try browser.screenshot("11-shield")
    // Only the guardian gives more time here, so the family answers both presses with its shield.
    try pressForMoreTime(browser, host, on: "On screen: SuperTux", times: 1)
    try browser.act("Ask for more time", within: section("On screen: SuperTux"))
    try host.keepUsing(page: "video.example", in: "org.mozilla.firefox")
    try pressForMoreTime(browser, host, on: "On screen: video.example", times: 2)
    try browser.act("Ask for more time", within: section("On screen: video.example"))
    try browser.open(address(console, "/requests"))
    try browser.waitForText("2 questions wait for answers.")
    try browser.screenshot("12-two-requests")

    // One is allowed, one refused.
    try browser.press("+15 min", within: section("More time for SuperTux"))
    try browser.waitForText("One question waits for an answer.")
    try browser.press("Don’t allow", within: section("More time for video.example"))
    try browser.waitForText("No question waits for an answer.")
    try browser.screenshot("13-answered")

    // A key hides the names, and no title holds one.
    let blur = "getComputedStyle(document.querySelector('main .name')).filter"
    #expect(try browser.evaluate(blur) as? String == "none")
    try browser.call("Input.dispatchKeyEvent", ["type": "keyDown", "key": "h", "text": "h"])
    #expect(try (browser.evaluate(blur) as? String)?.hasPrefix("blur") == true)
    try browser.call("Input.dispatchKeyEvent", ["type": "keyDown", "key": "h", "text": "h"])
    #expect(try browser.evaluate(blur) as? String == "none")

    // Why?
    try browser.open(address(console, "/shield/app:supertux2"))
    try browser.wait("document.querySelector('main h1')?.textContent === 'Why SuperTux is open'")
    #expect(try browser.evaluate("document.title") as? String == "Sallyport – Explanation")
    try browser.screenshot("14-why-open")
    #expect(try host.command("explain", "shield", "supertux2").status == 0)
    try browser.open(address(console, "/shield/site:video.example"))
    try browser.waitForText("A rule names it directly.")
    try browser.screenshot("15-why-closed")

    // The end. It needs the passcode again, though it was given a moment ago.
    try browser.open(address(console, "/family/limits"))
    try browser.waitForText("End it")
    try browser.evaluate(
      "[...document.querySelectorAll('details.grave summary')].find(s => s.textContent === 'Revoke').click()")
    try browser.screenshot("16-before-revoking")
    try browser.press("Revoke", within: "document.querySelector('details[open]')")
    try giveThePasscode(browser, "correct horse")
    try browser.waitForText("It is not allowed.")
    try browser.open(address(console, "/shields"))
    try browser.waitForText("Nothing is shielded.")
    try browser.screenshot("17-revoked")

    #expect(browser.faults(port: console.port) == [])
  }

  @Test func `Allow is disabled at first, and Escape answers nothing (CON-2, CON-9)`() throws {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try enter(browser, console)
    try browser.open(address(console, "/families"))
    try browser.act("Open", within: row("Homework"))
    try browser.open(address(console, "/requests"))
    let allow = "[...document.querySelectorAll('button')].find(b => b.textContent === 'Allow')"
    try browser.wait(allow)
    #expect(try browser.evaluate("document.activeElement === \(allow)") as? Bool == false)
    #expect(try browser.evaluate("\(allow).disabled") as? Bool == true)
    try browser.evaluate("\(allow).click()")
    try browser.wait("!\(allow).disabled")
    // The prompt is for the guardian, and no passcode is set.
    try browser.evaluate("\(allow).click()")
    try browser.wait("document.querySelector('dialog[open]')")
    // Escape answers nothing.
    try browser.call(
      "Input.dispatchKeyEvent", ["type": "keyDown", "key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27])
    try browser.wait("!document.querySelector('dialog[open]')")
    #expect(try host.command("requests").text.contains("homework"))
  }

  @Test func `a page follows a command within a second, and says when the host is gone (CON-26)`() throws {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try enter(browser, console)
    try host.use("web", "video.example")
    try browser.open(address(console, "/requests"))
    try browser.waitForText("No question waits for an answer.")
    Thread.sleep(forTimeInterval: 1)
    #expect(try host.command("open", "homework").status == 0)
    let began = ContinuousClock.now
    try browser.waitForText("Homework asks")
    #expect(ContinuousClock.now - began < .seconds(10))
    host.end()
    try browser.wait("document.documentElement.classList.contains('gone')")
    // The page keeps its content, disables its controls and goes on showing that no host is running.
    try browser.waitForText("Homework asks")
    let controls = "[...document.querySelectorAll('main button, main select')]"
    try browser.wait("\(controls).length > 0 && \(controls).every(one => one.disabled)")
    try browser.waitForText("No host is running")
    Thread.sleep(forTimeInterval: 9)
    try browser.waitForText("No host is running")
    try browser.wait("\(controls).length > 0 && \(controls).every(one => one.disabled)")
    try browser.screenshot("18-host-gone")
  }

  @Test func `more time is asked for with a length and a reason, and the person allows another length`() throws {
    let host = try RealHost(person: "adult")
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try enter(browser, console)
    try host.use("app", "supertux2")
    #expect(try host.command("ask", "supertux2", "--minutes", "20", "--why", "level 3").status == 0)
    try browser.open(address(console, "/requests"))
    try browser.waitForText("level 3")
    try browser.screenshot("21-request")
    // A number out of range is not sent.
    let minutes = "document.querySelector('input[data-member=seconds]')"
    try browser.evaluate("\(minutes).value = '0'")
    let before = browser.answers.count
    try browser.press("Allow this long")
    Thread.sleep(forTimeInterval: 0.5)
    _ = try browser.evaluate("1")
    #expect(browser.answers.count == before)
    try browser.evaluate("\(minutes).value = '25'")
    try browser.act("Allow this long")
    try browser.waitForText("No question waits for an answer.")
    #expect(try host.command("ledger", "entries").text.contains("the owner allowed 25 min"))
    #expect(browser.faults(port: console.port) == [])
  }

  @Test func `the passcode is changed and removed on the page of the device`() throws {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try enter(browser, console)
    try browser.open(address(console, "/device"))
    try browser.wait("document.querySelector('form[data-passcode=set]')")
    func fill(_ form: String, _ values: [String: String]) throws {
      for (name, value) in values {
        try browser.evaluate(
          "document.querySelector('form[data-passcode=\(form)] input[name=\(name)]').value = '\(value)'")
      }
    }
    func form(_ name: String) -> String { "document.querySelector('form[data-passcode=\(name)]')" }
    try fill("set", ["new": "correct horse", "again": "correct horse"])
    try browser.press("Set the passcode")
    try browser.waitForText("Write this down")
    try browser.press("I have it")
    try browser.wait(form("change"))
    try browser.evaluate("\(form("change")).closest('details').open = true")
    try browser.screenshot("22-passcode")
    try fill("change", ["passcode": "correct horse", "new": "better horse", "again": "bitter horse"])
    // Redrawing the page keeps the text that was typed.
    try browser.evaluate("window.old = \(form("change"))")
    #expect(try host.command("focus", "add", "Study").status == 0)
    try browser.wait("!window.old.isConnected")
    try browser.press("Change the passcode", within: form("change"))
    try browser.waitForText("The passcodes are not the same.")
    try fill("change", ["again": "better horse"])
    try browser.press("Change the passcode", within: form("change"))
    try browser.waitForText("The passcode is changed.")
    try browser.wait("!document.querySelector('form[data-passcode=remove] input[name=passcode]')?.value")
    try browser.evaluate("\(form("remove")).closest('details').open = true")
    try fill("remove", ["passcode": "better horse"])
    try browser.press("Remove the passcode", within: form("remove"))
    try browser.wait(form("set"))
    #expect(try host.command("ledger", "entries").text.contains("The passcode was removed."))
    #expect(browser.faults(port: console.port) == [])
  }
}
