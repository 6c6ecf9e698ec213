// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Pages

/// The page without data, and what it loads.
struct Shell: Sendable {
  let script: [UInt8]
  let style: [UInt8]
  /// The addresses of script and style, which change with their content.
  let scriptPath: String
  let stylePath: String
  let html: [UInt8]

  init() {
    script = PackageResources.console_js
    style = Array(ConsoleStyle.text.utf8)
    scriptPath = "/console-\(Self.fingerprint(script)).js"
    stylePath = "/console-\(Self.fingerprint(style)).css"
    html = Array(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Sallyport</title>
      <link rel="stylesheet" href="\(stylePath)">
      <link rel="icon" href="data:,">
      <script src="\(scriptPath)" defer></script>
      </head>
      <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header><p class="brand">Sallyport</p></header>
      \(PageNavigation(PageTemplate(.console)).html(current: nil))<main id="content" tabindex="-1">
      <noscript><h1>Sallyport</h1><p>The console needs JavaScript. “sallyport overview --html DIR” writes the same pages without it.</p></noscript>
      </main>
      <p class="status" role="status" aria-live="polite"></p>
      </body>
      </html>

      """.utf8)
  }

  /// FNV-1a: the address must change with the content, and need not withstand an attack.
  private static func fingerprint(_ bytes: [UInt8]) -> String {
    String(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
  }
}
