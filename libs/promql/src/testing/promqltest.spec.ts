import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { runScript } from './run.js';

/** The release of Prometheus whose tests judge this library; `node scripts/prefetch.mjs` brings its module. */
const VERSION = 'v0.316.0';

/** Evaluations that pass, by file. All others are refused since they need native histograms. */
const PASSED: Readonly<Record<string, number>> = {
  aggregators: 132,
  at_modifier: 78,
  collision: 2,
  duration_expression: 59,
  extended_vectors: 125,
  'fill-modifier': 50,
  functions: 404,
  histograms: 100,
  info: 69,
  limit: 1,
  literals: 25,
  name_label_dropping: 30,
  native_histograms: 9,
  operators: 142,
  range_queries: 17,
  selectors: 31,
  staleness: 17,
  start_timestamps: 30,
  subquery: 39,
  trig_functions: 21,
  type_and_unit: 65,
  unquoted_utf8_names: 27,
};

const goPath = process.env['GOPATH'] ?? path.join(homedir(), 'go');
const modules = process.env['GOMODCACHE'] ?? path.join(goPath, 'pkg/mod');
const folder = path.join(modules, `github.com/prometheus/prometheus@${VERSION}/promql/promqltest/testdata`);

if (existsSync(folder)) {
  it('knows all files', () => {
    const names = readdirSync(folder).map((name) => name.replace(/\.test$/, ''));
    assert.deepEqual(names.sort(), Object.keys(PASSED).sort());
  });
  for (const [name, count] of Object.entries(PASSED)) {
    it(`passes ${name}.test of Prometheus`, async () => {
      const outcomes = await runScript(readFileSync(path.join(folder, `${name}.test`), 'utf8'));
      const failures = outcomes.filter(({ status }) => status === 'failed');
      assert.deepEqual(
        failures.map(({ line, expr, reason }) => `${line}: ${expr}: ${reason}`),
        [],
      );
      assert.equal(outcomes.filter(({ status }) => status === 'passed').length, count);
    });
  }
} else {
  it.skip(`tests of Prometheus ${VERSION}, which are not in ${modules}: run node scripts/prefetch.mjs`, () =>
    undefined);
}
