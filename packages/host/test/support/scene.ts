import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { ExtensionHost, type HostEvent, type HostOptions } from "../../src/index.js";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

export function fixture(name: string): string {
  return join(fixtures, name);
}

/** A temporary project and zot home, and a host that is stopped when the test is over. */
export class Scene {
  readonly root = mkdtempSync(join(tmpdir(), "zot-host-"));
  readonly cwd = join(this.root, "project");
  readonly zotHome = join(this.root, "home");
  readonly events: HostEvent[] = [];
  readonly paths: string[] = [];
  #wake: (() => void)[] = [];

  constructor() {
    mkdirSync(this.cwd);
    onTestFinished(() => {
      rmSync(this.root, { recursive: true, force: true });
    });
  }

  /** Writes an extension folder and loads it as `--ext` does. */
  add(name: string, manifest: Record<string, unknown>, files: Record<string, string> = {}): string {
    const dir = this.write(join(this.root, "extensions", name), { name, ...manifest }, files);
    this.paths.push(dir);
    return dir;
  }

  /** An extension that runs one of the fixtures. */
  addFixture(name: string, file: string, ...args: string[]): string {
    const exec = file.endsWith(".py") ? "python3" : file.endsWith(".sh") ? "sh" : process.execPath;
    return this.add(name, { exec, args: [fixture(file), ...args] });
  }

  addProject(name: string, manifest: Record<string, unknown>, files: Record<string, string> = {}) {
    return this.write(join(this.cwd, ".zot/extensions", name), { name, ...manifest }, files);
  }

  addGlobal(name: string, manifest: Record<string, unknown>, files: Record<string, string> = {}) {
    return this.write(join(this.zotHome, "extensions", name), { name, ...manifest }, files);
  }

  write(dir: string, manifest: Record<string, unknown>, files: Record<string, string>): string {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "extension.json"), JSON.stringify(manifest));
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(dir, file), text, { mode: 0o755 });
    }
    return dir;
  }

  host(options: Partial<HostOptions> = {}): ExtensionHost {
    const host = new ExtensionHost({
      cwd: this.cwd,
      zotHome: this.zotHome,
      zotVersion: "1.2.3",
      provider: "offline",
      model: "parrot",
      paths: this.paths,
      ...options,
    });
    host.subscribe((event) => {
      this.events.push(event);
      for (const wake of this.#wake.splice(0)) wake();
    });
    onTestFinished(() => host.stop());
    return host;
  }

  async start(options: Partial<HostOptions> = {}): Promise<ExtensionHost> {
    const host = this.host(options);
    await host.start();
    return host;
  }

  /** Waits until an event was published that fits; those of before count. */
  async event<Type extends HostEvent["type"]>(
    type: Type,
    fits: (event: Extract<HostEvent, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<HostEvent, { type: Type }>> {
    for (;;) {
      const found = this.of(type).find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#wake.push(resolve);
      });
    }
  }

  of<Type extends HostEvent["type"]>(type: Type): Extract<HostEvent, { type: Type }>[] {
    return this.events.filter(
      (event): event is Extract<HostEvent, { type: Type }> => event.type === type,
    );
  }

  /** The first fault of each kind: what is shown to a user. */
  shownFaults(): Extract<HostEvent, { type: "fault" }>[] {
    return this.of("fault").filter(({ count }) => count === 1);
  }

  log(name: string): string {
    return readFileSync(join(this.zotHome, "logs", `ext-${name}.log`), "utf8");
  }
}

/** The text of a result, its blocks joined. */
export function textOf({ content }: { content: readonly object[] }): string {
  return content.map((block) => ("text" in block ? String(block.text) : "")).join("\n");
}
