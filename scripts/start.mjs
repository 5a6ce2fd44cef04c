import { spawn } from 'node:child_process';
/** `npm start`: from a fresh clone to a serving process. `--watch` rebuilds and restarts when a source changes. */
import { watch } from 'node:fs';
import path from 'node:path';
import { ALLOCATOR } from './allocator.mjs';
import { build } from './build.mjs';
import { orExplain } from './cannot-build.mjs';
import { bringTools, handOver, NODE, ROOT } from './tools.mjs';

const MAIN = [path.join(ROOT, 'apps/standalone/dist/bundle/main.js')];

await orExplain(async () => {
  await bringTools();
  build({ forServing: true });
});
// Caches compiled code between starts, which saves a quarter of a second.
process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, '.tools', 'compile-cache');
Object.assign(process.env, { ...ALLOCATOR, ...process.env });
if (process.argv.includes('--watch')) restartOnChange();
else await handOver(NODE, MAIN);

function restartOnChange() {
  const start = () => spawn(NODE, MAIN, { stdio: 'inherit', cwd: ROOT });
  let child = start();
  let timer;
  for (const top of ['apps', 'libs']) {
    watch(path.join(ROOT, top), { recursive: true }, (_event, file) => {
      if (!file?.includes(`${path.sep}src${path.sep}`)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        try {
          build({ forServing: true });
        } catch {
          return; // The compiler has printed the error; the running process continues.
        }
        child.once('exit', () => (child = start()));
        child.kill('SIGTERM');
      }, 200);
    });
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      child.once('exit', () => process.exit());
      child.kill(signal);
    });
  }
}
