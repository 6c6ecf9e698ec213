// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

extension BuiltInCategories {
  /// Well-known websites, by the domain that their subdomains share. Names under `.example` and `.test` are those of the
  /// synthetic week.
  static let hosts = Dictionary(
    websites.flatMap { code, names in names.split(separator: " ").map { (String($0), code) } }
  ) { first, _ in first }

  /// Each domain once, in the order of the alphabet.
  static let websites: [(CategoryCode, String)] = [
    (
      .social,
      """
      bereal.com bsky.app chat.example club.example discord.com discord.gg discourse.group element.io facebook.com \
      fb.com gmx.de gmx.net gutefrage.net instagram.com jodel.com joinmastodon.org kik.com lemmy.world line.me \
      linkedin.com mail.google.com mail.yahoo.com mastodon.online mastodon.social matrix.org meet.google.com \
      messenger.com nextdoor.com ok.ru outlook.live.com proton.me quora.com reddit.com signal.org skype.com \
      slack.com snapchat.com teams.microsoft.com telegram.org threads.net tiktok.com tumblr.com tuta.com \
      twitter.com viber.com vk.com vk.ru web.de wechat.com weibo.com whatsapp.com x.com zoom.us
      """
    ),
    (
      .games,
      """
      addictinggames.com agame.com arcade.test armorgames.com battle.net blizzard.com boardgamearena.com \
      callofduty.com chess.com chess24.com coolmathgames.com crazygames.com ea.com epicgames.com fortnite.com \
      friv.com games.example geoguessr.com gog.com itch.io jetpunk.com kongregate.com krunker.io \
      leagueoflegends.com lichess.org minecraft.net miniclip.com newgrounds.com nintendo.com playstation.com \
      playvalorant.com poki.com poki.de riotgames.com roblox.com rockstargames.com skribbl.io slither.io \
      spielaffe.de steamcommunity.com steampowered.com supercell.com xbox.com y8.com
      """
    ),
    (
      .entertainment,
      """
      9gag.com anilibria.tv ardmediathek.de arte.tv audible.com bandcamp.com bilibili.com crunchyroll.com \
      dailymotion.com deezer.com deviantart.com disneyplus.com funk.net giphy.com hbomax.com hulu.com imdb.com \
      imgur.com joyn.de kick.com last.fm max.com music.apple.com netflix.com nicovideo.jp odysee.com \
      paramountplus.com peacocktv.com peertube.tv pinterest.com pinterest.de primevideo.com rtlplus.de rumble.com \
      soundcloud.com spotify.com tidal.com tubitv.com twitch.tv video.example vimeo.com wattpad.com webtoons.com \
      wow.tv youtu.be youtube-nocookie.com youtube.com zdf.de
      """
    ),
    (
      .creativity,
      """
      artstation.com behance.net blender.org canva.com dribbble.com figma.com flickr.com freesound.org krita.org \
      musescore.com pexels.com photopea.com pixabay.com soundtrap.com tinkercad.com unsplash.com
      """
    ),
    (
      .productivity,
      """
      airtable.com asana.com atlassian.com atlassian.net bitbucket.org calendar.google.com chatgpt.com claude.ai \
      codeberg.org codepen.io commerzbank.de crates.io debian.org deutsche-bank.de developer.mozilla.org docker.com \
      docs.google.com docs.rs drive.google.com dropbox.com evernote.com github.com github.io gitlab.com ing.de \
      jsfiddle.net keep.google.com kernel.org kubernetes.io n26.com nextcloud.com notion.so npmjs.com office.com \
      onedrive.live.com overleaf.com paypal.com perplexity.ai postgresql.org pypi.org python.org readthedocs.io \
      revolut.com rust-lang.org serverfault.com sharepoint.com sourceforge.net sparkasse.de sqlite.org \
      stackexchange.com stackoverflow.com superuser.com swift.org todoist.com trello.com wise.com
      """
    ),
    (
      .education,
      """
      academia.edu anki.net ankiweb.net antolin.de anton.app archive.org arxiv.org brilliant.org britannica.com \
      codecademy.com coursera.org desmos.com dict.cc duden.de duolingo.com edx.org freecodecamp.org futurelearn.com \
      geogebra.org gutenberg.org jstor.org kahoot.it khanacademy.org learn.example learningapps.org leo.org \
      library.example linguee.com mathway.com moodle.org phet.colorado.edu pons.com quizlet.com researchgate.net \
      scholar.google.com school.example scratch.mit.edu serlo.org simpleclub.com sofatutor.com studyflix.de \
      udacity.com udemy.com wikibooks.org wikipedia.org wikisource.org wikiversity.org wiktionary.org \
      wolframalpha.com
      """
    ),
    (
      .information,
      """
      accuweather.com aljazeera.com apnews.com bbc.co.uk bbc.com bild.de bloomberg.com cnn.com dw.com dwd.de \
      economist.com elpais.com faz.net focus.de golem.de goodreads.com heise.de kicker.de lemonde.fr lwn.net \
      medium.com metoffice.gov.uk n-tv.de nature.com netzpolitik.org news.example news.google.com \
      news.ycombinator.com npr.org nytimes.com reuters.com rp-online.de spiegel.de sport1.de stern.de substack.com \
      sueddeutsche.de t-online.de tagesschau.de taz.de theguardian.com theverge.com washingtonpost.com weather.com \
      weather.example welt.de wetter.com wetteronline.de wired.com wsj.com zeit.de
      """
    ),
    (
      .shopping,
      """
      aboutyou.de aldi-sued.de alibaba.com aliexpress.com amazon.co.uk amazon.com amazon.de amazon.es amazon.fr \
      amazon.it argos.co.uk asos.com bestbuy.com chefkoch.de costco.com deliveroo.co.uk doordash.com ebay.com \
      ebay.de edeka.de etsy.com hellofresh.com hm.com idealo.de ikea.com just-eat.co.uk kaufland.de \
      kleinanzeigen.de lidl.de lieferando.de mediamarkt.de otto.de rewe.de saturn.de shein.com shop.example \
      target.com temu.com tesco.com ubereats.com uniqlo.com vinted.de walmart.com wish.com zalando.de zara.com
      """
    ),
    (
      .travel,
      """
      airbnb.com airbnb.de bahn.de booking.com britishairways.com bvg.de check24.de easyjet.com expedia.com \
      flixbus.de googlemaps.com hostelworld.com hotels.com kayak.com komoot.com lufthansa.com maps.google.com \
      nationalrail.co.uk oebb.at openstreetmap.org ryanair.com sbb.ch skyscanner.net sncf-connect.com \
      thetrainline.com tripadvisor.com tripadvisor.de trivago.de uber.com waze.com
      """
    ),
    (
      .health,
      """
      apotheken-umschau.de fitbit.com freeletics.com garmin.com gesundheit.gv.at headspace.com healthline.com \
      mayoclinic.org myfitnesspal.com netdoktor.de nhs.uk strava.com webmd.com who.int
      """
    ),
  ]
}
