/**
 * Measures the coverage of specs for `jest --coverage`: instruments the compiled modules of this repository as Node
 * loads them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createInstrumenter } from 'istanbul-lib-instrument';

const OURS = /\/(apps|libs)\/[^/]+\/dist\/(?!.*(\/gen\/|\.spec\.js)).*\.js$/;
const instrumenter = createInstrumenter({ esModules: true });

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!OURS.test(url)) return loaded;
    const file = fileURLToPath(url);
    // The report shows TypeScript, because the counters carry the compiler's source map.
    const map = existsSync(`${file}.map`) ? JSON.parse(readFileSync(`${file}.map`, 'utf8')) : undefined;
    return { ...loaded, source: instrumenter.instrumentSync(String(loaded.source), file, map) };
  },
});
