/** Light and dark by the reader's choice; system fonts; prints well. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --soft: #656d76; --paper: #fff; --tint: #f6f8fa; --line: #d8dee4;
  --accent: #0969da; --user: #ddf4ff; --add: #1a7f37; --add-tint: #dafbe1; --cut: #cf222e; --cut-tint: #ffebe9;
  --word: #cf222e; --text: #0a3069; --value: #0550ae; --call: #8250df; --kind: #953800; --mark: #116329; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #8d96a0; --paper: #0d1117; --tint: #161b22;
  --line: #30363d; --accent: #58a6ff; --user: #12263f; --add: #56d364; --add-tint: #12261e; --cut: #ff7b72; --cut-tint: #2d1517;
  --word: #ff7b72; --text: #a5d6ff; --value: #79c0ff; --call: #d2a8ff; --kind: #ffa657; --mark: #7ee787; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
header { border-bottom: 1px solid var(--line); margin-bottom: 2rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h3, h4, h5, h6 { line-height: 1.3; margin: 1.4rem 0 .5rem; font-size: 1.1rem; }
header p { color: var(--soft); font-size: .9rem; margin: 0 0 1rem; }
section { margin: 0 0 1.25rem; }
section.user { background: var(--user); border-radius: .75rem; padding: .75rem 1rem; margin-left: 12%; }
.said { white-space: pre-wrap; } section.user .said { margin: 0; }
p { margin: .6rem 0; }
a { color: var(--accent); } .address { color: var(--soft); font-size: .85em; }
code, pre { font: .86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:not(pre) > code { background: var(--tint); border: 1px solid var(--line); border-radius: .3rem; padding: .05em .3em; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; padding: .7rem .9rem;
  overflow: auto; max-height: 32rem; white-space: pre; overflow-wrap: normal; tab-size: 4; }
pre[data-language]::before { content: attr(data-language); display: block; color: var(--soft); font-size: .85em; margin-bottom: .3rem; }
.hljs-comment, .hljs-quote, .hljs-meta { color: var(--soft); } .hljs-comment { font-style: italic; }
.hljs-keyword, .hljs-doctag, .hljs-selector-tag, .hljs-template-tag { color: var(--word); }
.hljs-string, .hljs-regexp, .hljs-char { color: var(--text); }
.hljs-number, .hljs-literal, .hljs-attr, .hljs-attribute, .hljs-property, .hljs-symbol, .hljs-variable { color: var(--value); }
.hljs-title, .hljs-section, .hljs-selector-class, .hljs-selector-id { color: var(--call); }
.hljs-type, .hljs-built_in, .hljs-params .hljs-type, .hljs-title.class_ { color: var(--kind); }
.hljs-name, .hljs-tag .hljs-name, .hljs-bullet { color: var(--mark); } .hljs-subst { color: var(--ink); }
.hljs-addition { background: var(--add-tint); color: var(--add); } .hljs-deletion { background: var(--cut-tint); color: var(--cut); }
blockquote { border-left: 3px solid var(--line); color: var(--soft); margin: .6rem 0; padding: 0 0 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: .6rem 0; }
th, td { border: 1px solid var(--line); padding: .3rem .7rem; text-align: left; } th { background: var(--tint); }
[align="right"] { text-align: right; } [align="center"] { text-align: center; }
ul, ol { padding-left: 1.5rem; margin: .6rem 0; }
li > ul, li > ol { margin: .15rem 0; } li > p:first-child { margin-top: 0; }
.task { list-style: none; } .task input { margin: 0 .35rem 0 -1.3rem; width: .95rem; vertical-align: -.1em; }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.5rem 0; }
img { max-width: 100%; max-height: 32rem; border-radius: .5rem; border: 1px solid var(--line); display: block; margin: .6rem 0; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: 0 .8rem; }
details[open] { padding-bottom: .3rem; }
summary { cursor: pointer; display: flex; gap: .6rem; align-items: baseline; padding: .4rem 0; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "▸"; color: var(--soft); } details[open] > summary::before { content: "▾"; }
.tool .name { font-weight: 600; } .tool .about { color: var(--soft); font: .86em ui-monospace, Menlo, Consolas, monospace;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: 1; }
.tool .facts { color: var(--soft); font-size: .82rem; white-space: nowrap; }
.tool.done { border-left: 3px solid var(--add); } .tool.failed { border-left: 3px solid var(--cut); }
.tool.failed .facts { color: var(--cut); } .tool.open { border-left: 3px solid var(--soft); }
.reasoning { color: var(--soft); font-size: .92rem; }
pre.command code::before { content: "$ "; color: var(--soft); }
.diff span { display: block; margin: 0 -.9rem; padding: 0 .9rem; min-width: max-content; }
.diff .added { background: var(--add-tint); color: var(--add); } .diff .removed { background: var(--cut-tint); color: var(--cut); }
.diff .hunk, .diff .file { color: var(--soft); }
@media print { body { max-width: none; } pre { max-height: none; white-space: pre-wrap; } section { break-inside: avoid-page; } }
`.trim();
