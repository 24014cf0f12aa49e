import { readdirSync } from "node:fs";
import { setImmediate as nextRound } from "node:timers/promises";
import { expect, test } from "vitest";
import { Scene } from "./support/scene.js";
import { isAlive } from "./support/wait.js";

const CYCLES = 200;

type Census = Record<string, number>;

function countDescriptors(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}

function takeCensus(): Census {
  const census: Census = { descriptors: countDescriptors(), listeners: 0 };
  for (const kind of process.getActiveResourcesInfo()) census[kind] = (census[kind] ?? 0) + 1;
  for (const event of process.eventNames()) {
    census.listeners = (census.listeners ?? 0) + process.listenerCount(event);
  }
  return census;
}

/** What there is more of than before. */
function findGrowth(before: Census): string[] {
  return Object.entries(takeCensus())
    .filter(([kind, count]) => kind !== "Immediate" && count > (before[kind] ?? 0))
    .map(([kind, count]) => `${kind}: ${count - (before[kind] ?? 0)}`);
}

test(`F31: ${CYCLES} cycles of start and stop leave no process, descriptor, timer or listener`, async () => {
  const scene = new Scene();
  scene.add(
    "brief",
    { exec: "/bin/sh", args: ["main.sh"] },
    {
      "main.sh": `printf '{"type":"hello","name":"brief"}\\n{"type":"register_tool","name":"t"}\\n{"type":"ready"}\\n'; read ack; read shutdown`,
    },
  );
  const pids: number[] = [];
  const cycle = async () => {
    const host = scene.host();
    await host.start();
    const [brief] = host.extensions();
    expect(brief?.state).toBe("ready");
    pids.push(brief?.pid ?? 0);
    await host.stop();
  };
  await cycle();
  const before = takeCensus();
  for (let done = 0; done < CYCLES; done += 1) await cycle();

  // The last handles close a few rounds of the event loop after the exit. No timer waits for them: it would be counted.
  const patience = performance.now() + 5_000;
  while (findGrowth(before).length > 0 && performance.now() < patience) await nextRound();
  expect(findGrowth(before)).toEqual([]);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(new Set(pids).size).toBe(CYCLES + 1);
});
