/** The process that keeps a service for `keep.mjs`: `node keeper.mjs <topology> <file> <stamp>`. */
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';

const IDLE_MS = 30 * 60_000;
const POLL_MS = 10_000;

const [kind, file, stamp] = process.argv.slice(2);
const { addressEnvironment, startTopology } = await import(path.join(ROOT, 'e2e/dist/topology.js'));
const topology = await startTopology(kind);

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  await topology.stop();
  rmSync(file, { force: true });
  process.exit();
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);

// The file holds the key of the owner.
writeFileSync(`${file}.new`, JSON.stringify({ pid: process.pid, stamp, env: addressEnvironment(topology) }), {
  mode: 0o600,
});
renameSync(`${file}.new`, file);

setInterval(() => {
  const used = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - used > IDLE_MS) void stop();
}, POLL_MS);
