/** Stops a process tree and hangs: `node pause.fixture.js <process> <longest pause in ms>`. It is also its own guard, like `svc-admin`. */
import { whilePaused } from './pause.js';
import { GUARD_COMMAND, guardResumption } from './resume-guard.js';

const [first = '', second = '', third = ''] = process.argv.slice(2);
if (first === GUARD_COMMAND) {
  await guardResumption(Number(second), Number(third));
  process.exit();
}

await whilePaused(Number(first), Number(second), () => {
  process.stdout.write('paused\n');
  // The thread blocks until the process is killed.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
