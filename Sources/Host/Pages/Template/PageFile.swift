// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// A page as a file: whole, without scripts, requests or references to the outside.
package struct PageFile {
  private let files: Set<PageAddress>

  private let isPrivate: Bool

  /// - Parameters:
  ///   - files: the pages that are written.
  ///   - isPrivate: whether they name what a person used.
  package init(_ files: Set<PageAddress>, isPrivate: Bool = true) {
    self.files = files
    self.isPrivate = isPrivate
  }

  package func html(of page: Page) -> String {
    let template = PageTemplate(.files(files))
    return """
      <!doctype html>
      <!-- \(isPrivate ? "Private: this file names what a person used." : "This file has numbers in place of the names of items.") -->
      <html lang="\(Markup.escape(page.language))">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'sha256-\(ConsoleStyle.hash)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(Markup.escape(page.title.text))</title>
      <style>\(ConsoleStyle.text)</style>
      </head>
      <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header><p class="brand">Sallyport</p></header>
      \(PageNavigation(template).html(current: page.address))<main id="content" tabindex="-1">
      \(template.content(of: page))</main>
      </body>
      </html>

      """
  }
}

/// The links to the main pages.
package struct PageNavigation {
  private static let entries: [(PageAddress, String)] = [
    (.today, "Today"), (.week, "Week"), (.day, "Day"), (.shields, "Shields"), (.requests, "Requests"),
    (.families, "Families"), (.ledger, "Ledger"), (.trace, "Trace"), (.extensions, "Extensions"), (.device, "Device"),
    (.gallery, "Gallery"),
  ]

  private let template: PageTemplate

  package init(_ template: PageTemplate) { self.template = template }

  package func html(current: PageAddress?) -> String {
    let links = Self.entries.compactMap { address, name -> String? in
      template.target(of: address).map {
        "<li><a href=\"\($0)\"\(address.kind == current?.kind ? " aria-current=\"page\"" : "")>\(name)</a></li>"
      }
    }
    return "<nav aria-label=\"Pages\"><ul>\(links.joined())</ul></nav>\n"
  }
}
