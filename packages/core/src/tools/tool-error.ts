/** A failure whose message is meant for the model as it is, but for the path, which it may spell otherwise. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** What went wrong with a file, in the model's own terms: `path` as it gave it, `resolved` as we read it. */
export function explainFileError(error: unknown, path: string, resolved: string): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ToolError) {
    return resolved === "" ? error.message : error.message.replace(resolved, path);
  }
  switch ("code" in error ? error.code : undefined) {
    case "ENOENT":
      return `no such file: ${path}`;
    case "EISDIR":
      return `${path} is a directory`;
    case "ENOTDIR":
      return `part of ${path} is a file, not a directory`;
    case "EACCES":
    case "EPERM":
      return `permission denied: ${path}`;
    case "ELOOP":
      return `${path} has links that lead in a circle`;
    case "ENAMETOOLONG":
      return `the name is too long: ${path}`;
    case "ENOSPC":
      return `the disk is full: ${path} was not written`;
    case "EROFS":
      return `the file system is read-only: ${path}`;
    default:
      return `${path}: ${error.message}`;
  }
}
