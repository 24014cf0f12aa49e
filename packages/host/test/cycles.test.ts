import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { Scene } from "./support/scene.js";
import { isAlive, until } from "./support/wait.js";

const CYCLES = 200;

interface Census {
  descriptors: number;
  resources: Record<string, number>;
  listeners: number;
}

function countDescriptors(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}

function takeCensus(): Census {
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind !== "Immediate") resources[kind] = (resources[kind] ?? 0) + 1;
  }
  const listeners = process
    .eventNames()
    .reduce((sum, event) => sum + process.listenerCount(event), 0);
  return { descriptors: countDescriptors(), resources, listeners };
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

  await until(() => JSON.stringify(takeCensus()) === JSON.stringify(before)).catch(() => undefined);
  expect(takeCensus()).toEqual(before);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(new Set(pids).size).toBe(CYCLES + 1);
});
