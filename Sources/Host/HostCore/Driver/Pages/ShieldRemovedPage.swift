// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import TextEscaping

/// The page that replaces a shield that has come down, drawn by the host alone.
struct ShieldRemovedPage {
  var itemName: String
  var familyName: String
  var since: String
  var until: String

  var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>\(Markup.escape(itemName)) is open – \(Markup.escape(familyName))</title>
    <style>
    :root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;
    font:17px/1.45 system-ui,sans-serif;background:#eef3ee;color:#1d2b1f}
    main{max-width:26rem;padding:2.5rem;border-radius:20px;background:#fff;box-shadow:0 12px 40px #0002;text-align:center}
    h1{font-size:1.5rem;margin:.4rem 0}p{margin:.4rem 0;color:#4b5b4d}.mark{font-size:2.6rem}
    @media(prefers-color-scheme:dark){body{background:#111713;color:#e8efe9}main{background:#1b231d}p{color:#a9b7ab}}
    </style></head><body><main><div class="mark" aria-hidden="true">✓</div>
    <h1>\(Markup.isolated(itemName)) is open</h1>
    <p>The shield of \(Markup.isolated(familyName)) went up \(Markup.escape(since)) and came down \(Markup.escape(until)).</p>
    </main></body></html>

    """
  }
}
