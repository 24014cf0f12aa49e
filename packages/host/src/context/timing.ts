/** Every time limit of the host, in milliseconds. */
export interface Timing {
  /** An extension that stays silent for this long after its hello counts as ready. */
  readySilenceMs: number;
  /** From hello: one that keeps talking without a `ready` counts as ready after this. */
  readyLimitMs: number;
  /** From the first spawn of a start: one that has not said hello by then is stopped. `start_timeout_ms` of a manifest goes before it. */
  helloLimitMs: number;
  /** What a manifest may ask for at most. */
  longestStartMs: number;
  commandMs: number;
  toolMs: number;
  interceptMs: number;
  /** After its panel was closed, whoever opened it for a call has at least this long to answer. */
  closedPanelMs: number;
  /** Shutdown: after `shutdown` and the end of stdin, before SIGTERM. */
  shutdownMs: number;
  /** Shutdown: after SIGTERM, before SIGKILL. */
  terminateMs: number;
  /** After SIGKILL: no process outlives it, but a dead one counts as a member of its group until it is reaped. */
  killedMs: number;
  backoffFirstMs: number;
  backoffLastMs: number;
  /** Crashes within this window count towards the limit. */
  crashWindowMs: number;
  /** After an exit, how long its last output may still take to arrive. */
  drainMs: number;
  /** After stdout closed, how long the exit may take before the extension counts as dead. */
  closedStdoutMs: number;
  /** A start that says nothing for this long no longer holds back the next one. */
  spawnSlotMs: number;
  /** Panel redraws reach the listener at most this often. */
  panelFrameMs: number;
}

/** The waits of the protocol, and ours. */
export const TIMING: Timing = {
  readySilenceMs: 250,
  readyLimitMs: 3_000,
  helloLimitMs: 60_000,
  longestStartMs: 600_000,
  commandMs: 30_000,
  toolMs: 60_000,
  interceptMs: 5_000,
  closedPanelMs: 1_000,
  shutdownMs: 2_000,
  terminateMs: 1_000,
  killedMs: 250,
  backoffFirstMs: 250,
  backoffLastMs: 8_000,
  crashWindowMs: 180_000,
  drainMs: 50,
  closedStdoutMs: 250,
  spawnSlotMs: 1_000,
  panelFrameMs: 33,
};
