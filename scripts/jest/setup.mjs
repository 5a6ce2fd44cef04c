/** Runs in every process or thread of specs before the first one. */
import { inspect } from 'node:util';
import { reportProgress } from '../gates/totals.mjs';
import { configureProperties } from './random-values.mjs';

// Stack traces name the TypeScript sources.
process.setSourceMapsEnabled(true);
if (process.env.SVC_COVERAGE === '1') await import('./coverage.mjs');

/** Hooks take a function, tests a name and a function. */
const HOOKS = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'];

export default async function setUp() {
  const useSeedOf = await configureProperties();
  followFiles(useSeedOf);
  reportCauses();
  refuseLimits();
}

/** A process runs the files of several packages: the seed follows the file whose specs are being registered, before any of them runs. */
function followFiles(useSeedOf) {
  for (const name of ['describe', 'it', ...HOOKS]) {
    const register = globalThis[name];
    globalThis[name] = Object.assign((...args) => {
      useSeedOf(globalThis.expect.getState().testPath);
      return register(...args);
    }, register);
  }
  globalThis.test = globalThis.it;
}

/** The runner prints only the stack of an error, so this adds its causes to the report, and the seed that reproduces it. */
function reportCauses() {
  const { it } = globalThis;
  globalThis.it = globalThis.test = Object.assign((name, fn, ...more) => {
    if (more.length > 0) refuse('it', name);
    it(name, explained(fn));
  }, it);
}

/** The runner has no limit for a test or a hook: one that is written down would only look like one. */
function refuseLimits() {
  for (const name of HOOKS) {
    const hook = globalThis[name];
    globalThis[name] = (fn, ...more) => {
      if (more.length > 0) refuse(name, 'a hook');
      hook(fn);
    };
  }
}

function refuse(name, what) {
  throw new Error(`${name}: ${what} has a time limit, which nothing enforces; remove the last argument`);
}

function explained(fn) {
  return async () => {
    try {
      await fn();
    } catch (error) {
      if (error instanceof Error) {
        const report = error.cause === undefined ? error.stack : inspect(error);
        error.stack = `${report}\nRandom values of this run: SVC_TEST_SEED=${process.env.SVC_TEST_SEED}`;
      }
      throw error;
    } finally {
      reportProgress();
    }
  };
}
