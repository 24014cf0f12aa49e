import type { WorkspaceEvent } from "@zot/sdk";
import { detectImageProtocol, textRows, type StyleName, type Theme } from "@zot/tui";
import { imageRows } from "@zot/tui/image";
import { loadHighlighter } from "@zot/tui/markdown";
import { Answer } from "./answer.js";
import { userMessageRows } from "./message-rows.js";
import { Thinking } from "./thinking.js";
import { ToolBox } from "./tool-box.js";
import type { Transcript } from "./transcript.js";

export interface FollowerOptions {
  readonly theme: Theme;
  readonly transcript: Transcript;
  /** Whether an extension may still change an answer after it was streamed. */
  readonly mayChangeAnswers: () => boolean;
  /** Every call goes in here, oldest first. */
  readonly calls: ToolBox[];
}

/** Turns the events of an agent into what the transcript shows. */
export class TurnFollower {
  readonly #options: FollowerOptions;
  readonly #tools = new Map<string, ToolBox>();
  #answer: Answer | undefined;
  #thinking: Thinking | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  follow(event: WorkspaceEvent): void {
    const { transcript } = this.#options;
    switch (event.type) {
      case "user_message":
        this.#user(event.content);
        break;
      case "turn_start":
        void loadHighlighter();
        return;
      case "reasoning_delta":
        this.#think(event.delta);
        break;
      case "text_delta":
        this.#endThinking();
        this.#openAnswer().push(event.delta);
        break;
      case "assistant_message":
        this.#endAnswer(event);
        break;
      case "assistant_message_blocked":
        if (this.#answer) transcript.remove(this.#answer);
        this.#answer = undefined;
        this.say("warn", `answer withheld: ${event.reason}`);
        break;
      case "tool_use_start":
        this.#tool(event.id, event.name);
        break;
      case "tool_call":
        this.#tool(event.id, event.name).call(event.args);
        break;
      case "tool_confirmation_requested":
        this.#tools.get(event.id)?.wait(true);
        break;
      case "permission_decision":
        this.#tools.get(event.id)?.wait(false);
        break;
      case "tool_start":
        this.#tools.get(event.id)?.start(event);
        break;
      case "tool_progress":
        this.#tools.get(event.id)?.progress(event.text);
        break;
      case "tool_result":
        this.#tools.get(event.id)?.finish(event);
        this.#showPictures(event.content);
        break;
      case "turn_end":
        if (event.stop === "aborted") this.#stop();
        if (event.stop === "length") this.say("warn", "the answer reached the output limit");
        break;
      case "compact_done":
        this.say("muted", `compacted: ${inK(event.before)} → ${inK(event.after)} tokens`);
        break;
      case "compact_failed":
        this.say("warn", `could not compact: ${event.message}`);
        break;
      case "done":
        this.#stop();
        break;
      default:
        return;
    }
    transcript.update();
  }

  /** A line of zot's own in the transcript. */
  say(style: StyleName, text: string): void {
    const { theme, transcript } = this.#options;
    const paint = theme.style(style);
    transcript.addRows((width) => ["", ...textRows(text, width, { style: paint })], text);
  }

  #user(content: Extract<WorkspaceEvent, { type: "user_message" }>["content"]): void {
    const { theme, transcript } = this.#options;
    const text = content
      .map((part) => (part.type === "text" ? part.text : `[image ${part.mime_type}]`))
      .join("\n");
    transcript.addRows((width) => userMessageRows(text, width, theme), `› ${text}`);
  }

  #openAnswer(): Answer {
    if (this.#answer) return this.#answer;
    const { theme, transcript, mayChangeAnswers } = this.#options;
    this.#answer = new Answer({
      theme,
      maySettle: () => !mayChangeAnswers(),
      changed: () => {
        transcript.update();
      },
    });
    transcript.add(this.#answer);
    return this.#answer;
  }

  #endAnswer(event: Extract<WorkspaceEvent, { type: "assistant_message" }>): void {
    const text = event.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    if (event.replaced === true) {
      if (text !== "") this.#openAnswer().finish(text);
    } else this.#answer?.finish();
    this.#answer = undefined;
  }

  #think(delta: string): void {
    if (!this.#thinking) {
      this.#thinking = new Thinking(this.#options.theme);
      this.#options.transcript.add(this.#thinking);
    }
    this.#thinking.push(delta);
  }

  #endThinking(): void {
    this.#thinking?.finish();
    this.#thinking = undefined;
  }

  #showPictures(content: Extract<WorkspaceEvent, { type: "tool_result" }>["content"]): void {
    for (const part of content) {
      if (part.type !== "image") continue;
      const bytes = Buffer.from(part.data, "base64");
      const look = { protocol: detectImageProtocol(), name: part.mime_type };
      this.#options.transcript.addRows((width) => imageRows(bytes, width, look));
    }
  }

  #tool(id: string, name: string): ToolBox {
    this.#endThinking();
    const known = this.#tools.get(id);
    if (known) return known;
    const box = new ToolBox(id, name, this.#options.theme);
    this.#tools.set(id, box);
    this.#options.calls.push(box);
    this.#options.transcript.add(box);
    return box;
  }

  #stop(): void {
    this.#endThinking();
    this.#answer?.finish();
    this.#answer = undefined;
    for (const box of this.#tools.values()) box.stop();
    this.#tools.clear();
  }
}

/** Thousands, as in 10.6k. */
const inK = (tokens: number) => (tokens < 1000 ? `${tokens}` : `${(tokens / 1000).toFixed(1)}k`);
