/**
 * Runs black-box specs against a service that stays between runs: `npm run e2e:keep -- <part of a path> [--topology=distributed]`. It is
 * started again when its build has changed, and stops after half an hour without a run, or with `--stop`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from '../build.mjs';
import { NODE, ROOT, withTools } from '../tools.mjs';

const FOLDER = path.join(ROOT, '.tools', 'kept');
const BUILDS = { standalone: 'apps/standalone/dist/bundle/main.js', distributed: 'apps/standalone/dist/services' };

await withTools(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const kind = args.includes('--topology=distributed') ? 'distributed' : 'standalone';
  const file = path.join(FOLDER, `${kind}.json`);
  if (args.includes('--stop')) return await stop(file);
  build();
  const stamp = String(statSync(path.join(ROOT, BUILDS[kind])).mtimeMs);
  let kept = readKept(file);
  if (kept?.stamp !== stamp) {
    await stop(file);
    kept = await start(kind, file, stamp);
  }
  // The service measures how long it was not used by this.
  utimesSync(file, new Date(), new Date());
  const specs = args.filter((argument) => !argument.startsWith('--topology'));
  const jest = ['node_modules/jest/bin/jest.js', '--config=jest.e2e.config.mjs', '--forceExit', ...specs];
  const { status } = spawnSync(NODE, jest, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...kept.env } });
  process.exitCode = status ?? 1;
});

/** The recorded properties of the service, if it still runs. */
function readKept(file) {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    process.kill(kept.pid, 0);
    return kept;
  } catch {
    return undefined;
  }
}

async function start(kind, file, stamp) {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  const log = path.join(FOLDER, `${kind}.log`);
  const output = openSync(log, 'w', 0o600);
  const child = spawn(NODE, [path.join(import.meta.dirname, 'keeper.mjs'), kind, file, stamp], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.unref();
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`the service did not start; its output is in ${log}`);
    await pause(100);
  }
  return readKept(file);
}

async function stop(file) {
  for (let kept = readKept(file); kept !== undefined; kept = readKept(file)) {
    process.kill(kept.pid, 'SIGTERM');
    await pause(200);
  }
  rmSync(file, { force: true });
}
