/**
 * Which heavy suites have passed on which inputs, in the cache of the user, outside of any checkout. nx keeps its own cache for each
 * checkout and cannot say that another one has passed.
 */
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../user-cache.mjs';
import { lotsOf } from './lots.mjs';

const EXPIRES_MS = 7 * 24 * 3_600_000;
/** One suite out of this number is run although it has passed. */
const RERUN_OF = 8;

/**
 * @param folder holds one file for each suite and hash of inputs.
 * @param options tree: the hash of the whole tree, which draws the suites that run although they have passed, so that
 * they cannot be chosen by hand.
 */
export function evidenceIn(folder, { tree, now = Date.now }) {
  const toFile = ({ name, hash }) => path.join(folder, `${name.replace(/\W+/g, '-')}-${hash.slice(0, 32)}.json`);
  const lot = ({ name }) => lotsOf(tree).lot(name);

  return {
    /** Selects the suites that run although they have passed: always the same number of them, so that runs take equally long. */
    draw: (suites) =>
      new Set(
        suites.toSorted((one, other) => (lot(one) < lot(other) ? -1 : 1)).slice(0, Math.ceil(suites.length / RERUN_OF)),
      ),
    /** The number of tests that passed and the date, or undefined. */
    find(suite) {
      try {
        const found = JSON.parse(readFileSync(toFile(suite), 'utf8'));
        if (now() - Date.parse(found.date) > EXPIRES_MS) return undefined;
        return found;
      } catch {
        return undefined;
      }
    },
    /** Notes that all specs of a suite have passed at the first attempt. */
    write(suite, passed) {
      replaceFile(toFile(suite), JSON.stringify({ date: new Date(now()).toISOString(), passed }));
      removeExpired(folder);
    },
  };
}

function removeExpired(folder) {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > EXPIRES_MS) rmSync(file, { force: true });
  }
}
