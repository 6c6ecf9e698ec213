// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import TextEscaping

/// The home page with the placed widgets, or the entries of one widget's timeline side by side: light, dark or tinted,
/// as the viewer chooses.
package struct HomePage {
  /// One widget with the host's words around it.
  package struct Tile {
    package var familyName: String
    package var title: String
    /// Below the widget, such as the reason why it is out of date; may be empty.
    package var note: String
    package var light: String
    package var dark: String
    package var width: Int64
    package var height: Int64
    package var isAccessory: Bool
    /// Host-generated markup for a screen reader.
    package var reading: String
    /// Which widget of its stack it is, from 1; `nil` if it is in none.
    package var stack: (number: Int, count: Int)?

    package init(
      familyName: String, title: String, note: String, light: String, dark: String, width: Int64, height: Int64,
      isAccessory: Bool, reading: String, stack: (number: Int, count: Int)? = nil
    ) {
      (self.familyName, self.title, self.note) = (familyName, title, note)
      (self.light, self.dark, self.reading) = (light, dark, reading)
      (self.width, self.height, self.isAccessory, self.stack) = (width, height, isAccessory, stack)
    }
  }

  private let title: String
  private let tiles: [Tile]

  package init(title: String, tiles: [Tile]) { (self.title, self.tiles) = (title, tiles) }

  package var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
    <title>\(Markup.escape(title))</title>
    <style>
    *{box-sizing:border-box}body{margin:0;min-height:100vh;padding:2rem 1.5rem;font:15px/1.4 Inter,"Helvetica Neue",
    Arial,"Liberation Sans",sans-serif;--page:linear-gradient(165deg,#cfe0f7,#e9dff2 55%,#f7e4d9);--text:#1c2430;--faint:#4a5566;
    background:var(--page);background-attachment:fixed;color:var(--text)}
    h1{font-size:1.25rem;margin:0 0 .9rem}.choice{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 1.8rem;padding:0;border:0}
    .choice label{padding:.25rem .8rem;border-radius:999px;background:#fff9;cursor:pointer;font-size:.85rem;color:#1c2430}
    .choice input{margin:0 .35rem 0 0}main{display:flex;flex-wrap:wrap;gap:28px 26px;align-items:flex-start}
    figure{margin:0;display:flex;flex-direction:column;align-items:center;gap:7px}
    .card{position:relative;overflow:hidden;border-radius:22px;box-shadow:0 6px 22px #1b2a4a26}.card.accessory{border-radius:14px;background:#1a2033b8}
    .card.rectangle{padding:6px 10px}
    .card.round{border-radius:50%}
    .card svg{display:block}figcaption{text-align:center;font-size:.78rem;line-height:1.3;overflow-wrap:anywhere}
    figcaption b{font-weight:600}figcaption span{display:block;color:var(--faint)}.note{font-style:italic}
    .frame{position:relative}.dots{position:absolute;right:-12px;top:50%;transform:translateY(-50%);display:flex;
    flex-direction:column;gap:4px}.dots i{width:5px;height:5px;border-radius:50%;background:var(--text);opacity:.25}.dots i.front{opacity:.85}
    .dark{display:none}.none{color:var(--faint)}
    .reading{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}
    body:has(#dark:checked),body:has(#tinted:checked){--page:linear-gradient(165deg,#141b2b,#231b30 55%,#2c211d);--text:#eef1f6;
    --faint:#a9b3c2}
    body:has(#dark:checked) .dark,body:has(#tinted:checked) .dark{display:block}
    body:has(#dark:checked) .light,body:has(#tinted:checked) .light{display:none}
    body:has(#tinted:checked) .dark svg{filter:grayscale(1) contrast(1.08) sepia(1) hue-rotate(178deg) saturate(1.9)}
    @media(prefers-color-scheme:dark){body:has(#automatic:checked){--page:linear-gradient(165deg,#141b2b,#231b30 55%,#2c211d);
    --text:#eef1f6;--faint:#a9b3c2}body:has(#automatic:checked) .dark{display:block}
    body:has(#automatic:checked) .light{display:none}}
    </style></head><body><h1>\(Markup.isolated(title))</h1>
    <fieldset class="choice" aria-label="Appearance">\(choices)</fieldset>
    <main>\(tiles.isEmpty ? #"<p class="none">No widgets are placed.</p>"# : tiles.map(figure).joined(separator: "\n"))</main>
    </body></html>

    """
  }

  private var choices: String {
    [("automatic", "Automatic", true), ("light", "Light", false), ("dark", "Dark", false), ("tinted", "Tinted", false)]
      .map { id, name, isChecked in
        #"<label><input type="radio" name="look" id="\#(id)"\#(isChecked ? " checked" : "")>\#(name)</label>"#
      }.joined()
  }

  /// A rectangle of the lock screen has no margins, and would be cut by the corners of its card.
  private func shape(_ tile: Tile) -> String {
    guard tile.isAccessory else { return "" }
    return tile.width == tile.height ? " round" : tile.height > 40 ? " rectangle" : ""
  }

  private func figure(_ tile: Tile) -> String {
    let note = tile.note.isEmpty ? "" : "<span class=\"note\">\(Markup.isolated(tile.note))</span>"
    let dots = tile.stack.map { stack in
      let all = (1...max(1, stack.count)).map { $0 == stack.number ? #"<i class="front"></i>"# : "<i></i>" }.joined()
      return #"<div class="dots" role="img" aria-label="\#(stack.number) of \#(stack.count) in a stack">\#(all)</div>"#
    }
    return """
      <figure><div class="frame"><div class="card\(tile.isAccessory ? " accessory" : "")\(shape(tile))"><div class="light">\(tile.light)</div>\
      <div class="dark">\(tile.dark)</div><div class="reading">\(tile.reading)</div></div>\(dots ?? "")</div>\
      <figcaption><b>\(Markup.isolated(tile.title))</b><span>\(Markup.isolated(tile.familyName))</span>\(note)</figcaption>\
      </figure>
      """
  }
}
