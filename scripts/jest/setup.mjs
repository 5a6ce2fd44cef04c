/** Runs in every process or thread of specs before the first one. */
import { inspect } from 'node:util';

// Stack traces name the TypeScript sources.
process.setSourceMapsEnabled(true);
if (process.env.SVC_COVERAGE === '1') await import('./coverage.mjs');

/** The runner prints only the stack of an error, so this adds its causes to the report. */
export default function reportCauses() {
  const { it } = globalThis;
  globalThis.it = globalThis.test = Object.assign((name, fn) => it(name, explained(fn)), it);
}

function explained(fn) {
  return async () => {
    try {
      await fn();
    } catch (error) {
      if (error instanceof Error && error.cause !== undefined) error.stack = inspect(error);
      throw error;
    }
  };
}
