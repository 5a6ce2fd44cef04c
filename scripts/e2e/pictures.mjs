/**
 * Takes pictures of the console in the service that `npm run console:demo` runs, in two sizes and both themes, and prints what was wrong
 * with each page: `npm run console:pictures -- --out=<folder> /p/:slug/logs /p/:slug/traces/:traceId`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, withTools } from '../tools.mjs';

await withTools(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const demo = JSON.parse(readFileSync(path.join(ROOT, '.tools/kept/demo.json'), 'utf8'));
  const out = args.find((argument) => argument.startsWith('--out='))?.slice('--out='.length) ?? '.tools/pictures';
  const addresses = args.filter((argument) => argument.startsWith('/'));
  const { takeScreenshots } = await import(path.join(ROOT, 'e2e/dist/console/screenshots.js'));
  const { files, faults } = await takeScreenshots(demo, addresses, path.resolve(ROOT, out));
  for (const line of [...files, ...faults]) console.log(line);
  if (faults.length > 0) process.exitCode = 1;
});
