// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A person with nothing but the console, in a real browser over a real host.
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
    try browser.wait("document.querySelector('dialog[open] input')")
    try browser.evaluate("document.querySelector('dialog[open] input').value = '\(code)'")
    try browser.press("Go on", within: "document.querySelector('dialog[open]')")
  }

  @Test func `a link opens one tab once, and leaves no trace in its history`() throws {
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

  @Test func `from an empty state a passcode is set and a family approved by the guardian, with the console alone`()
    throws
  {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try enter(browser, console)
    try browser.screenshot("01-today-empty")

    // The passcode.
    try browser.open(address(console, "/device"))
    try browser.wait("document.querySelector('input[name=new]')")
    try browser.evaluate("for (const i of document.querySelectorAll('.passcode input')) i.value = 'correct horse'")
    try browser.press("Set the passcode")
    try browser.waitForText("Write this down")
    try browser.screenshot("02-recovery-code")
    try browser.press("I have it")
    try browser.waitForText("The acts of the guardian need the passcode.")
    try browser.screenshot("03-device")

    // The family asks, and the guardian agrees.
    try browser.open(address(console, "/families"))
    try browser.screenshot("04-families")
    try browser.act("Open")
    try browser.open(address(console, "/requests"))
    try browser.waitForText("Homework asks")
    try browser.screenshot("05-prompt")
    try browser.press("Allow")
    try giveThePasscode(browser, "wrong horse")
    try browser.waitForText("The passcode is not right.")
    try browser.screenshot("06-wrong-passcode")
    try giveThePasscode(browser, "correct horse")
    try browser.waitForText("Nothing waits.")

    #expect(browser.faults(port: console.port) == [])
  }

  @Test func `Allow is dead at first, and a second press of it changes nothing`() throws {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try enter(browser, console)
    try browser.open(address(console, "/families"))
    try browser.act("Open")
    try browser.open(address(console, "/requests"))
    let allow = "[...document.querySelectorAll('button')].find(b => b.textContent === 'Allow')"
    try browser.wait(allow)
    #expect(try browser.evaluate("document.activeElement === \(allow)") as? Bool == false)
    #expect(try browser.evaluate("\(allow).disabled") as? Bool == true)
    try browser.evaluate("\(allow).click()")
    try browser.wait("!\(allow).disabled")
    // A guardian is asked, and there is none.
    try browser.evaluate("\(allow).click()")
    try browser.wait("document.querySelector('dialog[open]')")
    // Escape answers nothing.
    try browser.call(
      "Input.dispatchKeyEvent", ["type": "keyDown", "key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27])
    try browser.wait("!document.querySelector('dialog[open]')")
    #expect(try host.command("requests").text.contains("homework"))
  }

  @Test func `a page follows a command within a second, and says when the host is gone`() throws {
    let host = try RealHost()
    let console = try ConsoleProcess(state: host.state, sallyport: RealHost.sallyport)
    let browser = try Browser()
    try enter(browser, console)
    try host.use("web", "video.example")
    try browser.open(address(console, "/requests"))
    try browser.waitForText("Nothing waits.")
    Thread.sleep(forTimeInterval: 1)
    #expect(try host.command("open", "homework").status == 0)
    let began = ContinuousClock.now
    try browser.waitForText("Homework asks")
    #expect(ContinuousClock.now - began < .seconds(10))
    host.end()
    try browser.wait("document.documentElement.classList.contains('gone')")
    // What was shown stays.
    try browser.waitForText("Homework asks")
    try browser.screenshot("15-host-gone")
  }
}
