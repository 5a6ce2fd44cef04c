import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { HEALTHY, type ProbeData } from './health-probe.js';

/** The thread that answers checks of health. See `startHealthProbe`. */

/** Planning a statement may hold the event loop of the process for seconds under load; a loop that is silent for longer has stopped. */
const MAX_SILENCE_NS = 60_000_000_000n;

const { path, lastTurn } = workerData as ProbeData;

createServer((socket) => {
  socket.on('error', () => undefined);
  const isAlive = process.hrtime.bigint() - Atomics.load(lastTurn, 0) < MAX_SILENCE_NS;
  socket.end(isAlive ? HEALTHY : '');
}).listen(path, () => parentPort?.postMessage('listening'));
