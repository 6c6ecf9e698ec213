// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// The one template of all pages. Equal pages give equal bytes.
package struct PageTemplate {
  /// Where a page is shown.
  package enum Place {
    /// In the console: links are paths, and acts are buttons.
    case console
    /// In files: links are the names of files that exist, and acts are commands to type.
    case files(Set<PageAddress>)
  }

  let place: Place

  package init(_ place: Place) { self.place = place }

  /// The content of `main`.
  package func content(of page: Page) -> String {
    let notices = page.notices.map { "<li>\(linked($0.says, to: $0.link))</li>" }.joined()
    return """
      \(notices.isEmpty ? "" : "<ul class=\"notices\">\(notices)</ul>\n")<h1>\(phrase(page.title))</h1>
      <p class="says">\(phrase(page.says)) <span class="as-of">As of <time>\(Markup.escape(page.asOf))</time>.</span></p>
      \(page.sections.map(section).joined(separator: "\n"))

      """
  }

  /// One part of a page, alone.
  package func html(of section: Page.Section) -> String { self.section(section) }

  // MARK: - Parts

  private func section(_ section: Page.Section) -> String {
    let heading = "<h2>\(phrase(section.heading))</h2>"
    var parts = section.isFolded ? ["<details><summary>\(heading)</summary>"] : [heading]
    parts += section.text.map { "<p>\(phrase($0))</p>" }
    if let figure = section.figure { parts.append(FigureTemplate(self).figure(figure)) }
    if let table = section.table { parts.append(self.table(table)) }
    if let picture = section.picture { parts.append(self.picture(picture)) }
    if let picker = section.picker { parts.append(self.picker(picker)) }
    if let form = section.passcode { parts.append(FormTemplate(self).passcode(form)) }
    if !section.controls.isEmpty { parts.append("<div class=\"acts\">\(section.controls.map(control).joined())</div>") }
    if section.isFolded { parts.append("</details>") }
    let name = section.anchor.map { " id=\"\(Markup.escape($0))\" class=\"detail\" tabindex=\"-1\"" } ?? ""
    if section.anchor != nil { parts.append("<p><a href=\"#content\">Close</a></p>") }
    return "<section\(name)>\n\(parts.joined(separator: "\n"))\n</section>"
  }

  /// On a narrow screen a table of many columns is drawn as a list of its rows, each cell with the name of its column. The
  /// roles say that it stays a table.
  private func table(_ table: Page.Table) -> String {
    let first = table.rows.first ?? []
    let isWide = table.columns.count > 3
    func role(_ name: String) -> String { isWide ? " role=\"\(name)\"" : "" }
    let head = table.columns.enumerated().map { index, column in
      let isNumber = index > 0 && index < first.count && first[index].milliseconds != nil
      return """
        <th scope="col"\(role("columnheader"))\(isNumber ? " class=\"number\"" : "")>\(Markup.escape(column))</th>
        """
    }.joined()
    let rows = table.rows.map { row in
      let cells = row.enumerated().map { index, cell in
        let says =
          cell.anchor.map { "<a href=\"#\(Markup.escape($0))\">\(phrase(cell.says))</a>" }
          ?? linked(cell.says, to: cell.link)
        let content = says + cell.controls.map(control).joined()
        if index == 0 { return "<th scope=\"row\"\(role("rowheader"))>\(content)</th>" }
        let isNamed = isWide && !content.isEmpty && index < table.columns.count
        let column = isNamed ? " data-column=\"\(Markup.escape(table.columns[index]))\"" : ""
        // One part beside the name of its column, however many names it has.
        let whole = isNamed ? "<span>\(content)</span>" : content
        return "<td\(role("cell"))\(column)\(cell.milliseconds == nil ? "" : " class=\"number\"")>\(whole)</td>"
      }
      return "<tr\(role("row"))>\(cells.joined())</tr>\n"
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(Markup.escape(table.caption.text))">\
      <table\(isWide ? " class=\"wide\" role=\"table\"" : "")>
      <caption>\(phrase(table.caption))</caption>
      <thead\(role("rowgroup"))><tr\(role("row"))>\(head)</tr></thead>
      <tbody\(role("rowgroup"))>
      \(rows.joined())</tbody></table></div>
      """
  }

  /// A surface is an image: nothing in it can act, load or leave its frame.
  private func picture(_ picture: Page.Picture) -> String {
    func address(_ svg: String) -> String { "data:image/svg+xml;base64," + Self.base64(Array(svg.utf8)) }
    return """
      <figure class="surface"><picture><source media="(prefers-color-scheme: dark)" srcset="\(address(picture.dark))">\
      <img alt="\(Markup.escape(picture.describes.text))" src="\(address(picture.light))"></picture>
      <figcaption>\(phrase(picture.describes))</figcaption></figure>
      """
  }

  private func control(_ control: Control) -> String {
    switch place {
    case .files:
      return "<p class=\"command\">\(phrase(control.label)): <code>\(Markup.escape(control.command))</code></p>"
    case .console:
      var attributes = "type=\"button\" data-act=\"\(Markup.escape(Self.json(control.act)))\""
      if control.needsGuardian { attributes += " data-guardian" }
      if control.isDelayed { attributes += " data-delayed disabled" }
      let button = "<button \(attributes)>\(phrase(control.label))</button>"
      let form = FormTemplate(self)
      let act =
        control.fields.isEmpty
        ? button : "<span class=\"field\">\(control.fields.map(form.field).joined())\(button)</span>"
      guard let warning = control.warning else { return act }
      return """
        <details class="grave"><summary>\(phrase(control.label))</summary><p>\(phrase(warning))</p>\
        \(act)</details>
        """
    }
  }

  private func picker(_ picker: ItemPicker) -> String {
    guard case .console = place else {
      return "<p class=\"command\">Choose: <code>sallyport pick \(picker.prompt) --app ID</code></p>"
    }
    let groups = picker.groups.map { group in
      let choices = group.choices.map { choice in
        """
        <li><label><input type="checkbox" data-kind="\(choice.kind.rawValue)" value="\(Markup.escape(choice.id))"> \
        <span class="name" dir="auto">\(Markup.escape(choice.name))</span> \(choice.kind == .category ? "" : "<small>\(Markup.escape(choice.id))</small>")\
        </label></li>
        """
      }
      return "<fieldset><legend>\(Markup.escape(group.name))</legend><ul>\(choices.joined())</ul></fieldset>\n"
    }
    return """
      <div class="picker" data-prompt="\(picker.prompt)"\(picker.needsGuardian ? " data-guardian" : "")>
      <label>Search <input type="search" autocomplete="off"></label>
      <div class="choices" tabindex="0" role="region" aria-label="Items to choose from">\(groups.joined())</div>
      <label>Another domain <input type="text" name="domain" autocomplete="off" spellcheck="false"></label>
      <div class="acts"><button type="button" data-pick="done">Done</button>
      <button type="button" data-pick="cancel">Cancel</button></div></div>
      """
  }

  // MARK: - Text

  func linked(_ text: Phrase, to address: PageAddress?) -> String {
    guard let address, let target = target(of: address) else { return phrase(text) }
    return "<a href=\"\(Markup.escape(target))\">\(phrase(text))</a>"
  }

  /// - Returns: `nil` in files without this page.
  func target(of address: PageAddress) -> String? {
    switch place {
    case .console: address.path
    case .files(let files): files.contains(address) ? address.file : nil
    }
  }

  func phrase(_ phrase: Phrase) -> String {
    phrase.parts.map {
      $0.isName ? "<bdi class=\"name\" dir=\"auto\">\(Markup.escape($0.text))</bdi>" : own($0.text)
    }.joined()
  }

  /// The host's own text, in which backticks mark commands.
  private func own(_ text: String) -> String {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    guard pieces.count > 2, pieces.count.isMultiple(of: 2) == false else { return Markup.escape(text) }
    return pieces.enumerated().map { index, piece in
      let escaped = Markup.escape(String(piece))
      return index.isMultiple(of: 2) ? escaped : "<code>\(escaped)</code>"
    }.joined()
  }

  /// The act with sorted members.
  private static func json(_ act: [String: ActValue]) -> String {
    "{\(act.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\(json($0.value))" }.joined(separator: ","))}"
  }

  private static func json(_ value: ActValue) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .members(let members): json(members)
    case .list(let list): "[\(list.map(json).joined(separator: ","))]"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      // Markup replaces what a page may not contain, so an act that names it can't be offered unchanged.
      case _ where scalar.value < 0x20 || scalar.value > 0x7E:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        result.append(place <= group.count ? alphabet[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
