import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { parse } from 'yaml';
import { ROOT } from '../tools.mjs';
import {
  checkPostgresAge,
  compareMajors,
  documentedMajors,
  embeddedPostgres,
  majorsBehind,
  POSTGRES_MAX_DAYS,
  readSupplyChain,
} from './dependencies.mjs';

const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

describe('dependencies a major version behind', () => {
  const outdated = {
    '@scope/one@1.2.0': { current: '1.2.0', latest: '2.0.0' },
    'two@3.0.0 (dev)': { current: '3.0.0', latest: '3.9.0' },
    three: { current: '4.1.0', latest: '6.0.0' },
  };

  it('finds those whose latest release has another major version', () => {
    assert.deepEqual(
      [...majorsBehind(outdated)],
      [
        ['@scope/one', 1],
        ['three', 4],
      ],
    );
  });

  it('wants a reason for each, and none for the others', () => {
    const documented = documentedMajors(
      '## A major version behind\n\n| Package | Why |\n| --- | --- |\n| `@scope/one` 1 | w |\n| `two` 3 | w |\n\n## Next\n\n| `three` 4 | |\n',
    );
    const problems = compareMajors(majorsBehind(outdated), documented);
    assert.equal(problems.length, 2);
    assert.match(problems[0], /^three 4 is a major version behind/);
    assert.match(problems[1], /^two 3 is no longer behind/);
  });

  it('documents the major versions that are used', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    const { catalog } = parse(read('pnpm-workspace.yaml'));
    const documented = documentedMajors(readSupplyChain());
    assert.ok(documented.size > 0);
    for (const [name, major] of documented)
      assert.equal(semver.minVersion(catalog[name] ?? devDependencies[name])?.major, major, name);
  });
});

describe('the age of the embedded Postgres', () => {
  const TEXT = 'The embedded Postgres 18.4 was released on 2026-05-14.\n';
  const at = (days) => Date.parse('2026-05-14') + days * 86_400_000;

  it('is allowed up to the limit', () => {
    assert.deepEqual(checkPostgresAge(TEXT, '18.4', at(POSTGRES_MAX_DAYS)), []);
    assert.match(checkPostgresAge(TEXT, '18.4', at(POSTGRES_MAX_DAYS + 1))[0], /271 days old/);
  });

  it('is unknown for a version without a date', () => {
    assert.match(checkPostgresAge(TEXT, '18.5', at(0))[0], /does not say when Postgres 18.5/);
  });

  it('is documented for the version that is used, with the same limit', () => {
    const text = readSupplyChain();
    assert.deepEqual(checkPostgresAge(text, embeddedPostgres(), Date.parse('2026-05-14')), []);
    assert.ok(text.includes(`${POSTGRES_MAX_DAYS} days`));
  });
});
