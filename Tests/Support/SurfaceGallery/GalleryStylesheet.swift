// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The stylesheet of the gallery page.
enum GalleryStylesheet {
  static let hash = "mbl8nqhZukZLjiP4VTcl/fFmV/tgZYaxiZastR45bu8="

  static let text = """
    *{box-sizing:border-box}
    html{font:15px/1.45 Inter,"SF Pro Text","Helvetica Neue",Helvetica,Arial,"Liberation Sans","Noto Sans",sans-serif;
      -webkit-font-smoothing:antialiased;color:#1c1c1e;background:#eef1f8}
    body{margin:0;background:linear-gradient(180deg,#f3f5fb,#e4e8f2)}
    main{max-width:1180px;margin:0 auto;padding:56px 32px 80px}
    h1{margin:0;font-size:44px;letter-spacing:-.03em;line-height:1.1}
    header p{margin:8px 0 0;font-size:19px;color:#6b6b73}
    section{margin-top:56px}
    h2{margin:0;font-size:24px;letter-spacing:-.02em}
    section>p{margin:2px 0 18px;color:#6b6b73}
    .row{display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start}
    figure{margin:0;width:344px}
    figure svg{display:block;border-radius:22px;
      box-shadow:0 0 0 1px rgba(20,30,60,.07),0 2px 6px rgba(20,30,60,.05),0 18px 44px rgba(20,30,60,.12)}
    figcaption{margin-top:10px;font-size:12px;color:#8e8e93;text-align:center}
    """
}
