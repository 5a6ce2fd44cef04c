/**
 * Runs one process of the service with data of every kind, to look at the console: `npm run console:demo [-- --port=8090]`. It prints the
 * owner's login and addresses, rebuilds nothing, starts the service again with its data at SIGHUP, and ends at SIGINT or SIGTERM. While it
 * runs, `.tools/kept/demo.json` describes it for `npm run console:pictures`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, withTools } from '../tools.mjs';

const FILE = path.join(ROOT, '.tools/kept/demo.json');

await withTools(import.meta.url, async () => {
  const port = process.argv.find((argument) => argument.startsWith('--port='))?.slice('--port='.length);
  const { startDemo } = await import(path.join(ROOT, 'e2e/dist/console/demo.js'));
  const { demo, restart, stop } = await startDemo(port);
  mkdirSync(path.dirname(FILE), { recursive: true, mode: 0o700 });
  writeFileSync(FILE, JSON.stringify({ pid: process.pid, ...demo }, null, 2), { mode: 0o600 });
  console.log(`
  Console   ${demo.url}/p/${demo.seed.slug}/
  Owner     ${demo.owner.email}    ${demo.owner.password}
  Cookie    ${demo.cookie}
  IDs       ${JSON.stringify(demo.seed)}
  Restart   kill -HUP ${process.pid}
`);
  process.on('SIGHUP', () => void restart().then(() => console.log('restarted')));
  await new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, resolve);
  });
  await stop();
  rmSync(FILE, { force: true });
});
