// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

extension FactSheet {
  /// Renders several sheets as one page without scripts or external resources.
  package static func html(_ sheets: [FactSheet], title: String, language: String) -> String {
    HTMLPage(
      language: language, title: title, scheme: .automatic, body: "<main>\n\(sheets.map(\.section).joined())</main>\n",
      style: .facts
    ).html
  }

  private var section: String {
    let rows = facts.map { fact in
      let phrases = fact.phrases.isEmpty ? ["nothing"] : fact.phrases
      let items = phrases.map { "<li>\(Markup.isolated($0))</li>" }.joined()
      return "<dt class=\"\(fact.tone.rawValue)\">\(Markup.escape(fact.term))</dt><dd><ul>\(items)</ul></dd>\n"
    }
    let commands = acts.map { act in
      "<li>\(Markup.escape(act.what)) <code>\(Markup.escape(act.command))</code></li>"
    }
    return """
      <section>
      <header><h1>\(Markup.isolated(title))</h1><p>\(Markup.escape(when))</p>
      <p>\(standing.map { "<span>\(Markup.escape($0))</span>" }.joined(separator: " · "))</p></header>
      <dl>
      \(rows.joined())</dl>
      \(commands.isEmpty ? "" : "<footer><ul>\(commands.joined())</ul></footer>\n")</section>

      """
  }
}

/// The style of fact sheets. The page's content security policy contains its hash, so that no other style is applied.
enum FactStylesheet {
  static let hash = "AcxJGae/aFSlg71aO0nZt26ZG7SMZJCV6N8TUa9QWzo="

  static let text = """
    :root{color-scheme:light dark}
    *{box-sizing:border-box}
    html{font:16px/1.5 "Helvetica Neue",Helvetica,Arial,"Liberation Sans","Noto Sans",sans-serif}
    body{margin:0;padding:40px 20px;color:#1c1c1e;background:#eef1f7}
    main{max-width:860px;margin:0 auto;display:grid;gap:28px}
    section{background:#fff;border-radius:18px;overflow:hidden;box-shadow:0 0 0 1px rgba(20,30,60,.08),
      0 12px 40px rgba(20,30,60,.1)}
    header{padding:24px 30px 18px;border-bottom:1px solid #e4e7ee}
    h1{margin:0;font-size:26px;letter-spacing:-.02em}
    p{margin:2px 0 0;color:#62656e}
    dl{display:grid;grid-template-columns:235px 1fr;margin:0;padding:10px 30px}
    dt,dd{margin:0;padding:13px 0}
    dt{font-weight:600;padding-right:20px;border-left:4px solid #c9cdd8;margin:9px 0;padding:4px 14px}
    dt.told{border-color:#d98a00}
    dt.withheld{border-color:#23965a}
    dt.stopped{border-color:#c9372c}
    ul{list-style:none;margin:0;padding:0}
    dd li{padding-left:1.1em;text-indent:-1.1em}
    footer{padding:16px 30px 20px;background:#f7f8fb;border-top:1px solid #e4e7ee;font-size:14px;color:#62656e}
    footer li{display:flex;justify-content:space-between;gap:20px;padding:3px 0}
    code{font:13px/1.6 "DejaVu Sans Mono","Liberation Mono",monospace;color:#1c1c1e}
    @media (max-width:620px){dl{grid-template-columns:1fr}dd{padding:0 0 10px 18px}footer li{display:block}}
    @media (prefers-color-scheme:dark){
    body{color:#f2f2f5;background:#0e1014}
    section{background:#1b1d22;box-shadow:0 0 0 1px rgba(255,255,255,.1)}
    header,footer{border-color:#30333b}
    p,footer{color:#a2a6b0}
    footer{background:#202329}
    code{color:#f2f2f5}
    }
    @media print{body{background:none;padding:0}section{box-shadow:none;border:1px solid #999;break-inside:avoid}}
    """
}
