/**
 * One seed for all random values of the specs of a process. `SVC_TEST_SEED` sets it, so that a run can be repeated; without it every run
 * has another one. `SVC_TEST_EFFORT` multiplies the number of runs of properties that do not state theirs.
 */
import { randomInt } from 'node:crypto';
import { globSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAX_SEED = 2 ** 31;
/** The number of runs of a property that fast-check chooses by itself. */
const RUNS = 100;

/** Also sets the variable, which the processes that specs start inherit. Throws when it is not a number that fast-check accepts. */
export function chooseSeed(env = process.env) {
  env.SVC_TEST_SEED ??= String(randomInt(MAX_SEED));
  if (!/^\d+$/.test(env.SVC_TEST_SEED) || Number(env.SVC_TEST_SEED) >= MAX_SEED)
    throw new Error(`SVC_TEST_SEED is ${env.SVC_TEST_SEED}, not a whole number below 2^31`);
  return Number(env.SVC_TEST_SEED);
}

export function effort(env = process.env) {
  const factor = Number(env.SVC_TEST_EFFORT ?? 1);
  if (!(factor > 0)) throw new Error(`SVC_TEST_EFFORT is ${env.SVC_TEST_EFFORT}, not a number above 0`);
  return factor;
}

/**
 * Returns the seed for the specs of a file, undefined outside of the gate. In the gate, `SVC_TEST_SEEDS` names a file
 * with a seed for each package, which only its own files change: the same code runs the same cases.
 */
export function packageSeed(file, env = process.env) {
  if (!env.SVC_TEST_SEEDS) return undefined;
  const seeds = JSON.parse(readFileSync(env.SVC_TEST_SEEDS, 'utf8'));
  return seeds[/^((apps|libs)\/[^/]+|e2e)\//.exec(path.relative(ROOT, file))?.[1]] ?? 0;
}

/**
 * Sets the seed and the number of runs of all properties, and returns a function that sets the seed of a package for a file. All packages
 * have the same fast-check, as the same module, which therefore has to be configured once.
 */
export async function configureProperties() {
  const [directory] = globSync('{libs,apps}/*/node_modules/fast-check', { cwd: ROOT });
  if (directory === undefined) return () => undefined;
  const home = realpathSync(path.join(ROOT, directory));
  const { exports } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'));
  const { configureGlobal } = await import(pathToFileURL(path.join(home, exports['.'].import.default)));
  const configure = () => configureGlobal({ seed: chooseSeed(), numRuns: Math.ceil(RUNS * effort()) });
  configure();
  return onceForEach((file) => {
    const seed = packageSeed(file);
    if (seed === undefined) return;
    process.env.SVC_TEST_SEED = String(seed);
    configure();
  });
}

/** Calls the function when the file is another one than the last time. */
function onceForEach(work) {
  let last;
  return (file) => {
    if (file === last) return;
    last = file;
    if (file !== undefined) work(file);
  };
}
