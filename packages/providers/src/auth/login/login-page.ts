export interface PageContent {
  title: string;
  keyPage: string | undefined;
  /** Where the form goes, and what proves that it came from this page. */
  action: string;
  csrf: string;
  error: string | undefined;
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6577; --line: #d5dae3; --back: #f5f6f9; --card: #fff; --accent: #2f5fd0; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf1; --soft: #9aa4b5; --line: #343c4a; --back: #12161d; --card: #1a202a; --accent: #7fa2ff; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(28rem, 100%); padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 .25rem; font-size: 1.35rem; }
p { margin: 0 0 1.25rem; color: var(--soft); }
a { color: var(--accent); }
label { display: block; margin-bottom: .35rem; font-weight: 600; }
input { width: 100%; padding: .65rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px; }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button { width: 100%; margin-top: 1rem; padding: .65rem; font: inherit; font-weight: 600; color: #fff; background: #2f5fd0; border: 0; border-radius: 8px; cursor: pointer; }
[role=alert] { margin: 0 0 1rem; padding: .65rem .75rem; color: var(--bad); border: 1px solid currentColor; border-radius: 8px; overflow-wrap: anywhere; }
`;

export function renderForm({ title, keyPage, action, csrf, error }: PageContent): string {
  const where =
    keyPage === undefined
      ? ""
      : ` You get one at <a href="${escapeHtml(keyPage)}" rel="noreferrer noopener" target="_blank">${escapeHtml(keyPage)}</a>.`;
  return renderPage(
    `Log in to ${title}`,
    `<h1>Log in to ${escapeHtml(title)}</h1>
<p>The key is tried once, then kept on this machine only.${where}</p>
${error === undefined ? "" : `<div role="alert">${escapeHtml(error)}</div>`}
<form method="post" action="${escapeHtml(action)}" autocomplete="off">
<input type="hidden" name="csrf" value="${escapeHtml(csrf)}">
<label for="key">API key</label>
<input id="key" name="key" type="password" required autofocus spellcheck="false">
<button>Log in</button>
</form>`,
  );
}

export function renderDone(title: string, text: string): string {
  return renderPage(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · zot</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
