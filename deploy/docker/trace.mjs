/** Finds the files that a target needs at run time: what its entry imports, by the tracer that Next.js uses for the same purpose. */
import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { ROOT } from '../../scripts/tools.mjs';

/** Shared by all targets of a run, which have most files in common. */
const cache = {};

/** Paths relative to the checkout, among them links that lead to others. */
export async function traceTarget({ entry, programs = [], packages = [], files = [] }) {
  const imported = await trace([entry, ...programs].map((file) => path.join(ROOT, file)));
  const fileList = [...imported, ...(await trace(imported.flatMap(requiredByBundle)))];
  const whole = packages.flatMap(([importer, name]) => packageFiles(path.join(ROOT, importer, 'node_modules', name)));
  const relative = whole.map((file) => path.relative(ROOT, file));
  return [...new Set([...fileList, ...files, ...relative])].filter((file) => existsSync(path.join(ROOT, file))).sort();
}

async function trace(entries) {
  const { fileList } = await nodeFileTrace(entries, { base: ROOT, cache });
  return [...fileList];
}

/** What CommonJS in a bundle requires from outside of it: the bundler gives `require` another name, which the tracer does not know. */
function requiredByBundle(file) {
  if (!/^apps\/standalone\/dist\/[^/]+\/[^/]+\.js$/.test(file)) return [];
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/\b__require\("(\.[^"]+)"\)/g)].map(([, name]) => path.join(ROOT, path.dirname(file), name));
}

/** The link to a package, all its files, and the same of its dependencies, which are links beside it. */
function packageFiles(link, seen = new Set()) {
  if (!existsSync(link) || seen.has(link)) return [];
  seen.add(link);
  const folder = realpathSync(link);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const own = globSync('**/*', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .map((file) => path.join(folder, file))
    .filter((file) => !statSync(file).isDirectory());
  const siblings = folder.slice(0, folder.lastIndexOf('node_modules') + 'node_modules'.length);
  const others = Object.keys({ ...dependencies, ...optionalDependencies });
  return [link, ...own, ...others.flatMap((name) => packageFiles(path.join(siblings, name), seen))];
}
