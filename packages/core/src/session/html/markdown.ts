import { Lexer, Parser, Renderer, Tokenizer, type Token, type Tokens } from "marked";
import { escapeHtml, escapeHtmlButEntities } from "./escape.js";
import { highlightCode } from "./highlight.js";

/** Links that a page may hold: what else a browser knows runs something or reads the reader's files. */
const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

// The time that marked takes can grow with the square of a text's length, most of all within a paragraph. Nobody writes
// such a text but a model gone astray; it is shown as it is.
const LONGEST_TEXT = 100_000;
const LONGEST_PARAGRAPH = 10_000;

/** Turns markdown into HTML that holds no script, no image to fetch and no link but to the web or to mail. */
export function renderMarkdown(text: string): string {
  if (text.length > LONGEST_TEXT) return renderPlain(text);
  const renderer = new PageRenderer();
  const options = { gfm: true, breaks: true, tokenizer: new PageTokenizer(), renderer };
  try {
    return new Parser(options).parse(new PageLexer(options).lex(text));
  } catch (error) {
    // Thousands of quotes in quotes overflow the stack.
    if (!(error instanceof RangeError)) throw error;
    return renderPlain(text);
  }
}

function renderPlain(text: string): string {
  return `<p class="said">${escapeHtml(text)}</p>`;
}

class PageLexer extends Lexer {
  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= LONGEST_PARAGRAPH) return super.inlineTokens(source, tokens);
    tokens.push({ type: "text", raw: source, text: source, escaped: false });
    return tokens;
  }
}

/** Knows no blocks of HTML: what stands in them is markdown like any other. */
class PageTokenizer extends Tokenizer {
  override html(): undefined {
    return undefined;
  }
}

class PageRenderer extends Renderer {
  #insideLink = false;

  override code({ text, lang = "" }: Tokens.Code): string {
    const language = /^[\w+#.-]*/.exec(lang)?.[0] ?? "";
    const label = language === "" ? "" : ` data-language="${escapeHtml(language)}"`;
    return `<pre${label}><code>${highlightCode(`${text}\n`, language)}</code></pre>\n`;
  }

  /** The page has headings of its own above those of a message. */
  override heading({ tokens, depth }: Tokens.Heading): string {
    const level = Math.min(6, depth + 2);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
  }

  override listitem({ task, tokens }: Tokens.ListItem): string {
    return `<li${task ? ' class="task"' : ""}>${this.parser.parse(tokens)}</li>\n`;
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeHtml(text)}</code>`;
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    return "tokens" in token
      ? this.parser.parseInline(token.tokens)
      : escapeHtmlButEntities(token.text);
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }

  override link({ href, title, text, tokens, autolink }: Tokens.Link): string {
    const wasInside = this.#insideLink;
    this.#insideLink = true;
    const shown = autolink ? escapeHtml(text) : this.parser.parseInline(tokens);
    this.#insideLink = wasInside;
    return this.#linkTo(href, title, shown);
  }

  /** A link to it: a page that is only looked at fetches nothing. */
  override image({ href, title, text }: Tokens.Image): string {
    return this.#linkTo(href, title, escapeHtml(text === "" ? "image" : text));
  }

  /** With the address behind it, because the words of a link can name another one. */
  #linkTo(href: string, title: string | null | undefined, shown: string): string {
    const target = URL.canParse(href) ? new URL(href) : undefined;
    const about = title ? ` title="${escapeHtml(title)}"` : "";
    const link =
      target === undefined || !SAFE_PROTOCOLS.has(target.protocol) || this.#insideLink
        ? shown
        : `<a href="${escapeHtml(target.href)}" rel="noreferrer noopener"${about}>${shown}</a>`;
    const address = escapeHtml(href);
    return address === shown || address === `mailto:${shown}`
      ? link
      : `${link} <span class="address">(${address})</span>`;
  }
}
