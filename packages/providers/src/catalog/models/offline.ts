import { row } from "./row.js";

export const offlineModels = [
  row("offline", "offline", "Offline (no AI)", 200_000, 32_000, [0, 0, 0, 0]),
];
