import assert from 'node:assert/strict';
import path from 'node:path';
import { trackedFiles } from '../graph.mjs';
import { inputReader } from './inputs.mjs';
import { SUITES, assignSpecs } from './suites.mjs';

const specs = trackedFiles('*.spec.ts', '*.spec.mjs');
const suites = assignSpecs(specs);

describe('the suites of the gate', () => {
  it('contains every spec file, each at most once in a place', () => {
    const placed = suites.flatMap(({ place, files }) => files.map((file) => `${place} ${file}`));
    assert.equal(new Set(placed).size, placed.length);
    const files = new Set(suites.flatMap((suite) => suite.files));
    assert.deepEqual(
      specs.filter((file) => !files.has(file)),
      [],
    );
  });

  it('names no spec that does not exist', () => {
    for (const { name, specs: patterns = [], atEnd } of SUITES)
      for (const pattern of atEnd ? [] : patterns)
        assert.ok(
          specs.some((file) => path.matchesGlob(file, pattern)),
          `${name}: ${pattern}`,
        );
  });

  it('always runs the specs of durability and isolation', () => {
    const always = new Map(suites.filter(({ heavy }) => !heavy).map(({ name, files }) => [name, files.join()]));
    const kinds = ['kill', 'shared', 'export-kills'];
    for (const kind of [...kinds, 'alerting', 'first-start', 'backup', 'restored', 'full-disk'])
      assert.ok(always.get('kills, one process').includes(`crash/${kind}.spec`), kind);
    for (const kind of kinds) assert.ok(always.get('kills, six processes').includes(`crash/${kind}.spec`), kind);
    assert.ok(always.get('one process').includes('migrations/require'));
    assert.ok(always.get('one process').includes('isolation/matrix'));
    assert.ok(always.get('six processes').includes('reference/examples'));
  });
});

describe('the inputs of a suite', () => {
  const reader = inputReader();
  const inputsOf = (name) => reader.inputsOf(suites.find((suite) => suite.name === name));

  it('includes the imports of its specs, with the files of those packages', () => {
    const inputs = inputsOf('toolchains');
    assert.ok(inputs.includes('libs/symbols/src/symbolicator/symbolicator.int.spec.ts'));
    assert.ok(inputs.includes('libs/test-servers/maven/proguard.xml'));
    assert.ok(inputs.includes('pnpm-lock.yaml'));
    assert.ok(!inputs.some((file) => file.startsWith('apps/gateway/')));
  });

  it('includes everything that serves where a suite starts the service', () => {
    const inputs = inputsOf('scale');
    for (const file of [
      'apps/ingest/src/index.ts',
      'libs/event-log/src/index.ts',
      'libs/relational/prisma/schema/alerts.prisma',
    ])
      assert.ok(inputs.includes(file), file);
    assert.ok(!inputs.some((file) => file.startsWith('apps/') && file.endsWith('.spec.ts')));
  });

  it('includes the charts for the checks of the chart', () => {
    assert.ok(inputsOf('chart').some((file) => file.startsWith('deploy/helm/svc/templates/')));
  });

  it('gives each package a seed of its own', () => {
    const seeds = reader.seeds();
    assert.notEqual(seeds['libs/flags'], seeds['libs/redaction']);
    assert.deepEqual(inputReader().seeds(), seeds);
  });
});
