import type { ExtensionHost, Workspace } from "@zot/sdk";
import type { Editor, Screen, Theme } from "@zot/tui";
import type { DialogStage } from "./dialogs/stage.js";
import type { NoteBoard } from "./note-board.js";
import type { PromptHistory } from "./prompt-history.js";
import type { ToolBox } from "./transcript/tool-box.js";
import type { TurnFollower } from "./transcript/turn-follower.js";
import type { Transcript } from "./transcript/transcript.js";
import type { Turns } from "./turns.js";

/** What the parts of the mode know of each other. Slash commands and dialogs get this and nothing else. */
export interface App {
  readonly theme: Theme;
  readonly screen: Screen;
  readonly editor: Editor;
  readonly history: PromptHistory;
  readonly notes: NoteBoard;
  readonly stage: DialogStage;
  readonly transcript: Transcript;
  readonly turns: Turns;
  /** Every tool call so far, oldest first. */
  readonly calls: ToolBox[];
  /** There once the model is chosen; whatever needs it earlier awaits `ready`. */
  readonly workspace: Workspace;
  readonly ready: Promise<Workspace>;
  /** Of the workspace: this mode always has one. */
  readonly host: ExtensionHost;
  readonly follower: TurnFollower;
  /** Asks for a frame. */
  render(): void;
  /** Leaves zot. */
  exit(): void;
}
