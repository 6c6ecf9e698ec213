// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// One self-contained page: no script, no outside reference, one style named by its hash (VIEW-30, PRIV-SF5).
package struct HTMLPage {
  var language: String
  var title: String
  var scheme: SurfaceScheme
  /// Markup the host made.
  var body: String
  var style: PageStyle

  package init(
    language: String, title: String, scheme: SurfaceScheme, body: String, style: PageStyle = .surface
  ) {
    self.language = language
    self.title = title
    self.scheme = scheme
    self.body = body
    self.style = style
  }

  package var html: String {
    """
    <!DOCTYPE html>
    <html lang="\(Markup.escape(language))" class="\(scheme.rawValue)">
    <head>
    <meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="\(policy)"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="referrer" content="no-referrer"/>
    <title>\(Markup.escape(title))</title>
    <style>\(style.text)</style>
    </head>
    <body>
    \(body)</body>
    </html>

    """
  }

  var policy: String {
    "default-src 'none'; img-src data:; style-src 'sha256-\(style.hash)'; base-uri 'none'; form-action 'none'"
  }

  /// The same drawing once for each scheme of the page.
  static func drawings(_ scheme: SurfaceScheme, _ svg: (DrawEnvironment.Scheme, String) -> String) -> String {
    scheme.schemes.map { one in
      let choice = scheme == .automatic ? " only-\(one.rawValue)" : ""
      return "<div class=\"art\(choice)\">\(svg(one, one == .light ? "l" : "d"))</div>\n"
    }.joined()
  }
}
