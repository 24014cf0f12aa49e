/**
 * The CPU time of one reading, in microseconds. A turn is rarely the first thing that a process
 * does: two readings go before, so that neither side is charged for compiling its code.
 */
export async function cpuOfReading(read) {
  const WARM_UPS = 2;
  const READINGS = 4;
  for (let round = 0; round < WARM_UPS; round += 1) await read();
  const before = process.cpuUsage();
  for (let round = 0; round < READINGS; round += 1) await read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / READINGS;
}
