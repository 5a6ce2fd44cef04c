import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { CHART, readSchema, readSettings } from '../chart/chart.mjs';
import { ROOT } from '../tools.mjs';

const { MINIMUM_CLICKHOUSE } = await import(path.join(ROOT, 'libs/columnar/dist/client/server-version.js'));
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');
const { version } = parse(readFileSync(path.join(CHART, 'Chart.yaml'), 'utf8'));

/** The documents in YAML of a page; blocks in lists are indented. */
function documents(page) {
  const blocks = [...read(page).matchAll(/^( *)```yaml\n([\s\S]*?)^\1```$/gm)];
  return blocks.flatMap(([, indent, text]) =>
    parseAllDocuments(text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')).map((document) => document.toJS()),
  );
}

const pages = [...documents('docs/operating/gitops.md'), ...documents('docs/operating/clickhouse.md')];
const ofKind = (kind) => pages.find((document) => document.kind === kind);
const values = [
  ...pages.filter(({ kind }) => kind === undefined),
  ofKind('Application').spec.source.helm.valuesObject,
  ofKind('HelmRelease').spec.values,
];

describe('the pages about ClickHouse, Argo CD and Flux', () => {
  it('have values that the chart accepts, with settings that a service declares', () => {
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(readSchema());
    assert.equal(values.length, 4);
    const declared = new Set(Object.values(readSettings()).flatMap(Object.keys));
    for (const value of values) {
      assert.ok(validate(value), JSON.stringify(validate.errors));
      for (const name of Object.keys({ ...value.settings, ...value.ingest?.settings }))
        assert.ok(declared.has(name), name);
    }
  });

  it('install the version of the chart that is here', () => {
    assert.equal(ofKind('Application').spec.source.targetRevision, version);
    assert.equal(ofKind('OCIRepository').spec.ref.semver, version.replace(/\d+$/, 'x'));
  });

  it('give the other operator the minimum version, and the settings of deploy/clickhouse', () => {
    const { containerTemplate, settings } = ofKind('ClickHouseCluster').spec;
    for (const template of [containerTemplate, ofKind('KeeperCluster').spec.containerTemplate])
      assert.equal(template.image.tag, MINIMUM_CLICKHOUSE);
    const inPage = leaves({ ...settings.extraConfig, ...settings.extraUsersConfig });
    const files = `${read('deploy/clickhouse/config.d/svc.xml')}${read('deploy/clickhouse/users.d/svc.xml')}`;
    const attributes = [...files.matchAll(/<\w+ (\w+)="(\w+)"/g)].map(([, name, value]) => `@${name}=${value}`);
    const elements = [...files.matchAll(/<(\w+)>([^<>]+)<\/\1>/g)].map(([, name, value]) => `${name}=${value}`);
    const inFiles = [...attributes, ...elements];
    assert.deepEqual(inPage.toSorted(), inFiles.toSorted());
  });
});

/** `name=value` of each setting, whatever it is in. */
function leaves(tree) {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'object' ? leaves(value) : [`${name}=${value}`],
  );
}
