// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The built-in categories of common programs and sites, used if neither desktop files nor an installed list has them.
enum BuiltInCategories {
  /// The category by desktop id, or by a word of it or of a window class (`wm:…`), since imports only have classes.
  static func category(ofApplication id: String) -> CategoryCode? {
    if Browsers.isBrowser(id) { return .other }
    if id.hasPrefix("org.kde.kdegames") || id.hasPrefix("steam_app_") { return .games }
    let lowered = id.lowercased()
    if let code = words[lowered] { return code }
    let parts = lowered.split { ".: -_".contains($0) }.map(String.init)
    return parts.reversed().lazy.compactMap { words[$0] }.first
  }

  static let names: [String: String] = [
    "com.discordapp.Discord": "Discord", "com.valvesoftware.Steam": "Steam", "net.minetest.minetest": "Minetest",
    "org.gnome.Nautilus": "Files", "org.gnome.TextEditor": "Text Editor", "org.gnome.Totem": "Videos",
    "org.inkscape.Inkscape": "Inkscape", "org.kde.gcompris": "GCompris", "org.kde.kalzium": "Kalzium",
    "org.libreoffice.LibreOffice.calc": "LibreOffice Calc", "org.libreoffice.LibreOffice.writer": "LibreOffice Writer",
    "org.mozilla.firefox": "Firefox", "org.signal.Signal": "Signal", "org.supertuxproject.SuperTux": "SuperTux",
    "org.videolan.VLC": "VLC",
  ]

  private static let words: [String: CategoryCode] = [
    // 1
    "discord": .social, "element": .social, "fractal": .social, "hexchat": .social, "jitsi": .social, "mumble": .social,
    "pidgin": .social, "signal": .social, "skype": .social, "slack": .social, "teams": .social, "telegram": .social,
    "telegramdesktop": .social, "whatsapp": .social, "zoom": .social,
    // 2
    "0ad": .games, "extremetuxracer": .games, "heroic": .games, "itch": .games, "lutris": .games, "luanti": .games,
    "minecraft": .games, "minetest": .games, "openttd": .games, "retroarch": .games, "roblox": .games, "steam": .games,
    "supertux": .games, "supertux2": .games, "supertuxkart": .games, "wesnoth": .games, "xonotic": .games,
    // 3
    "amarok": .entertainment, "clementine": .entertainment, "elisa": .entertainment, "freetube": .entertainment,
    "kodi": .entertainment, "mpv": .entertainment, "rhythmbox": .entertainment, "showtime": .entertainment,
    "spotify": .entertainment, "totem": .entertainment, "vlc": .entertainment,
    // 4
    "ardour": .creativity, "audacity": .creativity, "blender": .creativity, "darktable": .creativity,
    "digikam": .creativity, "gimp": .creativity, "gwenview": .creativity, "inkscape": .creativity,
    "kdenlive": .creativity,
    "krita": .creativity, "obs": .creativity, "scribus": .creativity, "tuxpaint": .creativity,
    // 5
    "base": .productivity, "calc": .productivity, "code": .productivity, "codium": .productivity,
    "eclipse": .productivity,
    "emacs": .productivity, "evolution": .productivity, "geary": .productivity, "gnucash": .productivity,
    "impress": .productivity, "insiders": .productivity, "kate": .productivity, "kmail": .productivity,
    "libreoffice": .productivity, "nextcloud": .productivity, "obsidian": .productivity, "soffice": .productivity,
    "sublime": .productivity, "texteditor": .productivity, "thunderbird": .productivity, "writer": .productivity,
    // 6
    "anki": .education, "gcompris": .education, "geogebra": .education, "kalzium": .education, "kgeography": .education,
    "klavaro": .education, "kstars": .education, "ktouch": .education, "marble": .education, "moodle": .education,
    "scratch": .education, "stellarium": .education, "tuxmath": .education,
    // 7
    "akregator": .information, "calibre": .information, "evince": .information, "foliate": .information,
    "liferea": .information, "okular": .information, "papers": .information, "zathura": .information,
    // 9
    "maps": .travel,
    // 11
    "albert": .utilities, "alacritty": .utilities, "ark": .utilities, "calculator": .utilities, "console": .utilities,
    "dolphin": .utilities, "featherpad": .utilities, "foot": .utilities, "gedit": .utilities, "kitty": .utilities,
    "konsole": .utilities, "lximage": .utilities, "nautilus": .utilities, "nemo": .utilities, "pcmanfm": .utilities,
    "qterminal": .utilities, "settings": .utilities, "systemsettings": .utilities, "terminal": .utilities,
    "thunar": .utilities, "xterm": .utilities,
  ]
}
