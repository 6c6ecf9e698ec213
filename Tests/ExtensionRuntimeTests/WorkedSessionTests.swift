// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Dispatch
import ExtensionProtocol
import ExtensionRuntime
import ExtensionTransport
import Foundation
import ManagedSettings
import Testing

/// The monitor's session of `wire.md#perform`, with the host's lines of that page, over the real codec and framing.
@Suite struct WorkedSessionTests {
  private static let tokens = #"["AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0","AQEAATGRpQp3PYfIYC_8_9jIvu41b-uI"]"#

  private static let hello = #"""
    {"id":"h1","jsonrpc":"2.0","method":"hello","params":{"behaviour":"strict","capabilities":["container.write","monitoring","notifications","settings"],"extension":"homework.monitor","features":["ack","cancel","commit"],"limits":{"activities":20,"depth":16,"effects":256,"events":256,"intervalMaximumS":604800,"intervalMinimumS":900,"lineBytes":262144,"requests":32,"stores":51,"tokens":50},"point":"monitor","protocols":[1],"schemas":[1]}}
    """#

  private static let perform = #"""
    {"id":"h2","jsonrpc":"2.0","method":"perform","params":{"arguments":{"activity":"schoolNight","event":"gamesLimit"},"callback":"eventDidReachThreshold","deadlineMs":5000,"delivery":{"attempt":1,"cause":"natural","dueAt":1795188300000,"interval":{"end":1795201200000,"id":"schoolNight@1795186800000","start":1795186800000},"mode":"faithful","now":1795188300000,"seed":5577006791947779,"sequence":41},"snapshot":{"activities":[{"events":[{"applications":\#(tokens),"categories":[],"includesPastActivity":false,"name":"gamesLimit","threshold":{"minute":30},"webDomains":[]}],"name":"schoolNight","schedule":{"end":{"hour":20,"minute":0},"repeats":true,"start":{"hour":16,"minute":0}}}],"authorization":"approved","environment":{"calendar":"gregorian","colorScheme":"light","firstWeekday":2,"locale":"en_DE","timeZone":"Europe/Berlin","uses24Hour":true},"revision":17,"stores":[{"active":true,"name":"limits","settings":{}}]}}}
    """#

  private static let refusal = #"""
    {"error":{"code":1301,"data":{"kind":"monitoring","pointer":"/effects/0/schedule","reason":"intervalTooShort","retry":"never"},"message":"Activity 'pause' lasts 600 s; the minimum is 900 s."},"id":"e1","jsonrpc":"2.0"}
    """#

  private static let shutdown = #"{"id":"h3","jsonrpc":"2.0","method":"shutdown","params":{"reason":"idle"}}"#

  /// The extension's lines of that session, in order.
  private static let expected = [
    #"{"jsonrpc":"2.0","id":"h1","result":{"protocol":1,"schema":1,"features":["ack","cancel","commit"],"extension":"homework.monitor","version":"1.0","runtime":{"name":"swift","version":"6.3"}}}"#,
    #"{"jsonrpc":"2.0","method":"ack","params":{"request":"h2"}}"#,
    #"{"jsonrpc":"2.0","id":"e1","method":"commit","params":{"within":"h2","effects":[{"kind":"startMonitoring","activity":"pause","schedule":{"start":{"hour":16,"minute":25},"end":{"hour":16,"minute":35},"repeats":false},"events":[]}]}}"#,
    #"{"jsonrpc":"2.0","id":"h2","result":{"effects":[{"kind":"setSetting","store":"limits","key":"shield.applications","value":\#(tokens)},{"kind":"scheduleNotification","id":"limit","title":"Games are done for today","body":"Ask for more time on the shield.","level":"active"}]}}"#,
    #"{"jsonrpc":"2.0","method":"ack","params":{"request":"h3"}}"#,
    #"{"jsonrpc":"2.0","id":"h3","result":{}}"#,
  ]

  @Test(.timeLimit(.minutes(20))) func `reproduces the monitor's session line for line`() throws {
    let codec = JSONCodec(limits: .fromHost)
    let host = try [Self.hello, Self.perform, Self.refusal, Self.shutdown].map { try codec.decode(Array($0.utf8)) }
    let expected = try Self.expected.map { try codec.decode(Array($0.utf8)) }
    let pair = InMemoryPipe.makePair(host: .host(receiving: .standard), extension: .extension(sending: .standard))
    let session = ExtensionSession(channel: WireChannel(pair.extension))
    let ended = DispatchSemaphore(value: 0)
    session.onEnd { ended.signal() }
    session.start(GamesLimitMonitor()._handler)

    var lines: [WireValue] = []
    try pair.host.send(host[0])
    lines.append(try pair.host.receive())
    try pair.host.send(host[1])
    for _ in 0..<2 { lines.append(try pair.host.receive()) }
    try pair.host.send(host[2])
    lines.append(try pair.host.receive())
    try pair.host.send(host[3])
    for _ in 0..<2 { lines.append(try pair.host.receive()) }
    pair.host.closeSending()
    ended.wait()
    #expect(lines == expected)
  }
}

/// The code of the session's developer. A savepoint sends the pause; the notification is a plain effect.
private final class GamesLimitMonitor: DeviceActivityMonitor {
  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    #expect(CallbackContext.current?.interval?.id == "schoolNight@1795186800000")
    #expect(CallbackContext.current?.sequence == 41)
    #expect(CallbackContext.current?.deliveryID == "homework/41")
    guard let session = ExtensionSession.current else {
      Issue.record("the callback runs outside a session")
      return
    }
    let pause = MonitoringSchedule(
      start: DateComponentsValue([.hour: 16, .minute: 25]), end: DateComponentsValue([.hour: 16, .minute: 35]),
      repeats: false)
    #expect(throws: HostRequestFailure.self) {
      try session.writeOrThrow(.startMonitoring(activity: "pause", schedule: pause, events: []), asksHost: true)
    }
    let counted = DeviceActivityCenter().events(for: activity)[event]
    ManagedSettingsStore(named: .init("limits")).shield.applications = counted?.applications
    session.write([
      .scheduleNotification(
        NotificationRequest(
          id: "limit", title: "Games are done for today", body: "Ask for more time on the shield."))
    ])
  }
}
