// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension WireSample {
  static let results: [WireSample] = [
    WireSample(EffectsResult(), "{}"),
    WireSample(
      EffectsResult(effects: [.clearStore("limits"), .stopMonitoring(activities: [])]),
      #"{"effects":[{"kind":"clearStore","store":"limits"},{"activities":[],"kind":"stopMonitoring"}]}"#,
      words: ["/effects/0/kind": .refused]),
    WireSample(
      ShieldActionResult(
        response: .openParentalControlsApp, payload: "15 more", effects: [.refreshShields(token: nil)]),
      #"{"effects":[{"kind":"refreshShields"}],"payload":"15 more","response":"openParentalControlsApp"}"#,
      words: ["/response": .refused, "/effects/0/kind": .refused]),
    WireSample(ShieldActionResult(response: .none), #"{"response":"none"}"#, words: ["/response": .refused]),
    WireSample(ShieldActionResult(response: .close), #"{"response":"close"}"#),
    WireSample(ShieldActionResult(response: .defer), #"{"response":"defer"}"#),
    WireSample(
      ReportResult(view: ["kind": "text", "text": "1 h"]), #"{"view":{"kind":"text","text":"1 h"}}"#,
      foreign: ["/view"]),
    WireSample(ShieldConfigurationResult(), #"{"configuration":{}}"#),
    WireSample(
      ShieldConfigurationResult(
        blur: "systemThinMaterialDark", background: color("#00000080"), icon: "book",
        title: .init(text: "Wait\nplease", color: color("#1a1a1aff")),
        subtitle: .init(text: "", color: color("#444444ff")),
        primaryButton: .init(text: "OK", color: color("#ffffffff")), primaryButtonBackground: color("#2d6cdfff"),
        secondaryButton: .init(text: "More", color: color("#2d6cdfff")), submenu: ["5", "10", "15"]),
      ##"{"configuration":{"background":"#00000080","blur":"systemThinMaterialDark","icon":"book","##
        + ##""primaryButton":{"color":"#ffffffff","text":"OK"},"primaryButtonBackground":"#2d6cdfff","##
        + ##""secondaryButton":{"color":"#2d6cdfff","text":"More"},"submenu":["5","10","15"],"##
        + ##""subtitle":{"color":"#444444ff","text":""},"title":{"color":"#1a1a1aff","text":"Wait\nplease"}}}"##,
      words: ["/configuration/blur": .refused]),
  ]
}
