// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The only style of every page. A page's policy contains its hash, so no other style can apply (VIEW-30).
///
/// A test checks the hash against the text, and prints the right one after an edit.
enum Stylesheet {
  static let hash = "OP4yYeMzs+ug/p4KKgE0jfmqBovUR5P5PJ1YbfzvD7Y="

  static let text = """
    :root{color-scheme:light dark}
    *{box-sizing:border-box}
    html{min-height:100%;font:15px/1.4 Inter,"SF Pro Text","Helvetica Neue",Helvetica,Arial,"Liberation Sans",
      "Noto Sans",sans-serif;
      -webkit-font-smoothing:antialiased}
    body{margin:0;min-height:100vh;display:flex;align-items:center;justify-content:center;padding:32px 16px;
      color:#1c1c1e;background:linear-gradient(160deg,#eef1f8,#e0e5f0)}
    .surface{display:flex;flex-direction:column;background:#fff;border-radius:24px;overflow:hidden;max-width:100%;
      box-shadow:0 0 0 1px rgba(20,30,60,.08),0 2px 6px rgba(20,30,60,.06),0 24px 60px rgba(20,30,60,.16)}
    .surface>header{display:flex;gap:12px;align-items:center;padding:14px 18px;
      border-bottom:1px solid rgba(60,60,67,.12)}
    .badge{flex:none;display:block}
    .names{min-width:0}
    .family,.about{margin:0}
    .family{font-weight:650;letter-spacing:-.01em}
    .about{font-size:13px;color:#6b6b73}
    .frame{position:relative;align-self:center;max-width:100%;overflow:hidden}
    .sizer{display:block;visibility:hidden}
    .scroller{position:absolute;inset:0;overflow:auto}
    .art svg{display:block}
    .surface>nav{padding:10px 18px;border-top:1px solid rgba(60,60,67,.14);font-size:13px}
    .surface>nav a{display:inline-block;margin:2px 10px 2px 0;color:#0a66d6;text-decoration:none}
    .surface>footer{padding:10px 18px;border-top:1px solid rgba(60,60,67,.12);font-size:12px;
      color:#6b6b73}
    .reading{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);
      white-space:normal}
    .backdrop{position:fixed;inset:0;width:100%;height:100%;display:block}
    .veil{position:relative;display:flex;flex-direction:column;align-items:center;gap:18px;max-width:100%}
    .veil>.seal{display:flex;gap:8px;align-items:center;margin:0;padding:7px 14px 7px 9px;border-radius:999px;
      font-size:13px;color:#3a3a40;background:rgba(255,255,255,.72);
      box-shadow:0 0 0 1px rgba(20,30,60,.08),0 6px 20px rgba(20,30,60,.12)}
    .veil>.seal strong{font-weight:650}
    .screen{max-width:100%}
    .screen svg{max-width:100%}
    .dark .veil>.seal{color:#e6e6ea;background:rgba(40,40,46,.72);box-shadow:0 0 0 1px rgba(255,255,255,.12)}
    .dark body{color:#f2f2f5;background:linear-gradient(160deg,#181a22,#090a0e)}
    .dark .surface{background:#1c1c1e;box-shadow:0 0 0 1px rgba(255,255,255,.1),0 24px 60px rgba(0,0,0,.5)}
    .dark .surface>header,.dark .surface>footer{border-color:rgba(255,255,255,.1)}
    .dark .surface>nav{border-color:rgba(255,255,255,.1)}
    .dark .surface>nav a{color:#5eaaff}
    .dark .about,.dark .surface>footer{color:#a0a0a8}
    .automatic .only-dark{display:none}
    @media (prefers-color-scheme:dark){
    .automatic .only-dark{display:block}
    .automatic .only-light{display:none}
    .automatic body{color:#f2f2f5;background:linear-gradient(160deg,#181a22,#090a0e)}
    .automatic .surface{background:#1c1c1e;box-shadow:0 0 0 1px rgba(255,255,255,.1),0 24px 60px rgba(0,0,0,.5)}
    .automatic .surface>header,.automatic .surface>footer{border-color:rgba(255,255,255,.1)}
    .automatic .surface>nav{border-color:rgba(255,255,255,.1)}
    .automatic .surface>nav a{color:#5eaaff}
    .automatic .about,.automatic .surface>footer{color:#a0a0a8}
    .automatic .veil>.seal{color:#e6e6ea;background:rgba(40,40,46,.72);box-shadow:0 0 0 1px rgba(255,255,255,.12)}
    }
    @media print{body{background:none;padding:0}.surface{box-shadow:none;border:1px solid #999}}
    """
}
