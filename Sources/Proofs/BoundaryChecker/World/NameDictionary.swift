// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Names and domains that a program could wait for: real ones, ones that break programs, and random ones. Half of the
/// names are real as long as they last.
struct NameDictionary: Sendable {
  /// One application's name and one site's domain.
  struct Entry: Hashable, Sendable {
    var name: String
    var domain: String
  }

  private let names: [String]
  private let domains: [String]
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
    var random = CheckRandom(seed: seed, "dictionary")
    names = Self.shuffled(Self.applications + Self.hostile, &random)
    domains = Self.shuffled(Self.sites, &random)
  }

  /// The first `count` entries, all with different names.
  func entries(_ count: Int) -> [Entry] {
    var random = CheckRandom(seed: seed, "random names")
    var taken: Set<String> = []
    var entries: [Entry] = []
    for number in 0..<max(0, count) {
      let listed = number.isMultiple(of: 2) && number / 2 < names.count ? names[number / 2] : nil
      var name = listed ?? Self.random(number, &random)
      while !taken.insert(name).inserted { name = Self.random(number, &random) }
      let domain = number / 2 < domains.count && number.isMultiple(of: 2) ? domains[number / 2] : nil
      entries.append(Entry(name: name, domain: domain ?? "\(Self.word(&random)).example"))
    }
    return entries
  }

  private static func shuffled(_ elements: [String], _ random: inout CheckRandom) -> [String] {
    var elements = elements
    for index in elements.indices.dropLast() {
      elements.swapAt(index, Int(random.number(Int64(index)...Int64(elements.count - 1))))
    }
    return elements
  }

  private static let syllables = [
    "ba", "ce", "di", "fo", "gu", "ha", "ki", "lo", "mu", "ne", "pi", "ro", "sa", "te", "vi", "wo", "xa", "yu", "zo",
  ]
  private static let letters: [[Character]] = [
    Array("אבגדהוזחטיכלמנסעפצקרשת"), Array("ابتثجحخدذرزسشصضطظعغفقكلمنهوي"), Array("абвгдежзиклмнопрстуфхцчшэюя"),
    Array("あいうえおかきくけこさしすせそたちつてと"), Array("가나다라마바사아자차카타파하"), Array("学习游戏音乐视频新闻地图相机"),
  ]

  private static func word(_ random: inout CheckRandom) -> String {
    (0...random.number(1...3)).map { _ in random.pick(syllables) }.joined()
  }

  /// A name of random length in a random script.
  private static func random(_ number: Int, _ random: inout CheckRandom) -> String {
    switch number % 8 {
    case 1:
      let letters = random.pick(letters)
      return String((0..<random.number(2...14)).map { _ in random.pick(letters) })
    case 3: return (0..<random.number(2...18)).map { _ in word(&random) }.joined(separator: " ")
    case 5: return "\(word(&random)) \(random.number(1...9_999))"
    default: return word(&random).capitalized + " " + word(&random).capitalized
    }
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

// MARK: - The lists

extension NameDictionary {
  /// Well-known applications, sensitive ones above all; some differ in one letter or in case only.
  private static let applications = lines(
    """
    YouTube;TikTok;Instagram;Snapchat;WhatsApp;Telegram;Signal;Discord;Facebook;Messenger;X;Twitter;Reddit;Twitch
    Netflix;Disney+;Prime Video;Spotify;SoundCloud;Roblox;Minecraft;Fortnite;Among Us;Clash Royale;Brawl Stars
    Candy Crush Saga;Pokémon GO;Genshin Impact;Call of Duty: Mobile;Stardew Valley;Chess;Chess.com;Duolingo;Anki;Khan Academy
    Tinder;Grindr;Bumble;Hinge;OkCupid;Feeld;HER;OnlyFans;Headspace;Calm;BetterHelp;Talkspace;Flo;Clue;Ovia;I Am Sober
    PayPal;Revolut;Venmo;Cash App;Robinhood;Coinbase;Binance;DraftKings;bet365;PokerStars;Bible;Quran Majeed;Muslim Pro
    Glucose Buddy;MyTherapy;Doctolib;LinkedIn;Indeed;Slack;Microsoft Teams;Zoom;Outlook;Gmail;Firefox;Chromium;Safari
    Maps;Google Maps;Uber;Lyft;Airbnb;Amazon;eBay;Vinted;Wikipedia;BBC News;Le Monde;Der Spiegel;ProtonVPN;Tor Browser
    Files;Notes;Calendar;Camera;Photos;Phone;Contacts;Calculator;Clock;Weather;Settings;Terminal;Steam;VLC;GIMP;Blender
    LibreOffice Writer;Thunderbird;KeePassXC;Visual Studio Code;Xcode;Game;Games;game;GAME;Notion;Notions;Tiger;Timer
    微信;抖音;支付宝;ライン;カカオトーク;카카오톡;ВКонтакте;Яндекс;تيك توك;واتساب;יוטיוב;Ἑλλάς;हिन्दी;ไทย
    """)

  /// Names that often break programs, and pairs that are easily taken for each other.
  private static let hostile = [
    "N", " ", ".", "..", "-", "0", "null", "true", "NaN", "undefined", "../../etc/passwd", "/container/x",
    "%s%s%n", "{name}", "${HOME}", "$(id)", "`id`", "'; DROP TABLE use; --", "<script>x</script>", "&lt;", "\\u0000",
    "\\\"},{\"x\":1", "a\nb", "a\tb", "a\u{202E}b", "a\u{200B}b", "\u{FEFF}a", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🎲🎲🎲", "e\u{301}", "é",
    "Cafe\u{301}", "Café", "ﬁ", "fi", "ß", "SS", "İ", "i", "ı", "I", "K", "\u{212A}", "а", "a", "Å", "A\u{30A}",
    String(repeating: "x", count: 63), String(repeating: "x", count: 64), String(repeating: "x", count: 127),
    String(repeating: "x", count: 128), String(repeating: "Wide ", count: 36), String(repeating: "界", count: 60),
  ]

  private static let sites = lines(
    """
    youtube.com;tiktok.com;instagram.com;facebook.com;x.com;reddit.com;twitch.tv;netflix.com;discord.com;wikipedia.org
    example.org;example.com;example.net;bbc.co.uk;lemonde.fr;spiegel.de;nytimes.com;github.com;stackoverflow.com;arxiv.org
    amazon.com;ebay.com;paypal.com;tinder.com;grindr.com;pornhub.com;onlyfans.com;bet365.com;coinbase.com;roblox.com
    samaritans.org;988lifeline.org;plannedparenthood.org;aa.org;who.int;nhs.uk;irs.gov;gov.uk;admin.ch;xn--bcher-kva.example
    xn--p1ai.example;a.example;aa.example;localhost.example;1.example;very-long-label-with-many-words.example
    news.example;news1.example;mail.example;maps.example;game.example;games.example;127-0-0-1.example;www.example
    """)

  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == ";" || $0 == "\n" }).map(String.init)
  }
}
