import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { writeAll } from "../write-all.js";

const sync = promisify(fdatasync);

/** A file that only grows, by whole pieces. */
export class AppendFile {
  readonly #fd: number;

  private constructor(fd: number) {
    this.#fd = fd;
  }

  /** Opens the file, which must exist. */
  static open(path: string): AppendFile {
    return new AppendFile(openSync(path, constants.O_RDWR | constants.O_APPEND));
  }

  /** Makes the file, which must not exist. */
  static create(path: string): AppendFile {
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL;
    const file = new AppendFile(openSync(path, flags, 0o600));
    syncFolder(dirname(path));
    return file;
  }

  /** All of it or nothing: what a full disk left half written is cut off again. */
  append(text: string): void {
    const bytes = Buffer.from(text);
    const { size } = fstatSync(this.#fd);
    try {
      writeAll(this.#fd, bytes);
    } catch (error) {
      ftruncateSync(this.#fd, size);
      throw error;
    }
  }

  /** Cuts off a torn tail. */
  truncate(length: number): void {
    ftruncateSync(this.#fd, length);
  }

  /** Resolves when what was appended survives a power cut. */
  sync(): Promise<void> {
    return sync(this.#fd);
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** A new name in a folder survives a power cut only when the folder itself was synced. */
export function syncFolder(folder: string): void {
  let fd: number | undefined;
  try {
    fd = openSync(folder, "r");
    fsyncSync(fd);
  } catch {
    // Windows can't open folders, and some file systems can't sync them.
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
