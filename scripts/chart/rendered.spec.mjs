/** Checks the rendered examples from the golden files, without Helm. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TARGETS } from '../../deploy/docker/targets.mjs';
import { ROOT } from '../tools.mjs';
import { readExamples, readGolden, readNetwork } from './chart.mjs';

const EXAMPLES = [...readExamples().keys()];
const dockerfile = readFileSync(path.join(ROOT, 'deploy/docker/Dockerfile'), 'utf8');
const { loadConfig } = await import(path.join(ROOT, 'libs/config/dist/index.js'));

/** Values that the Secret of an operator could have. */
const SECRETS = {
  SVC_RPC_TOKEN: 'x'.repeat(32),
  SVC_METRICS_TOKEN: 'x'.repeat(32),
  SVC_CURSOR_SECRET: 'x'.repeat(32),
  SVC_ENCRYPTION_KEYS: `k1=${'A'.repeat(43)}=`,
  SVC_DATABASE_URL: 'postgresql://svc:secret@postgres:5432/svc',
  SVC_CLICKHOUSE_URL: 'http://svc:secret@clickhouse:8123',
  SVC_REDIS_URL: 'redis://:secret@redis:6379',
};

/** The containers of the product by the name of their process in the chart. */
function containers(example) {
  return readGolden(example)
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ metadata, spec }) => ({
      name: metadata.labels['app.kubernetes.io/component'],
      spec: spec.template.spec,
      container: spec.template.spec.containers[0],
    }));
}

const readDeclaration = async (name) => {
  const app = name === 'migrate' ? 'admin' : name;
  return (await import(path.join(ROOT, `apps/${app}/dist/${app}.settings.js`)))[`${app.toUpperCase()}_SETTINGS`];
};

const declarations = new Map(
  await Promise.all(Object.keys(readNetwork().services).map(async (name) => [name, await readDeclaration(name)])),
);

describe.each(EXAMPLES)('the example %s', (example) => {
  it('gives each process an environment that it accepts', async () => {
    const all = containers(example);
    assert.equal(all.length, 7);
    for (const { name, container } of all) {
      const values = container.env.map(({ name: variable, value, valueFrom }) => {
        const { optional, key } = valueFrom?.secretKeyRef ?? {};
        if (valueFrom && !optional && key === variable) assert.ok(variable in SECRETS, `${name}: ${variable}`);
        return [variable, value ?? SECRETS[variable]];
      });
      assert.doesNotThrow(() => loadConfig(declarations.get(name), Object.fromEntries(values)), name);
    }
  });

  it('runs the targets of the Dockerfile, as their user', () => {
    const users = [...dockerfile.matchAll(/^USER (\d+):/gm)].map(([, user]) => Number(user));
    for (const { name, spec, container } of containers(example)) {
      const [, target] = /svc\/([a-z]+)[:@]/.exec(container.image) ?? [];
      assert.equal(target, name);
      assert.ok(target in TARGETS, target);
      assert.ok(users.includes(spec.securityContext.runAsUser), name);
    }
  });

  it('waits longer for a pod than it takes to stop', () => {
    for (const { name, spec, container } of containers(example).filter(({ name: process }) => process !== 'migrate')) {
      const drain = Number(container.env.find(({ name: variable }) => variable === 'SVC_DRAIN_SECONDS').value);
      const { seconds } = container.lifecycle.preStop.sleep;
      assert.ok(spec.terminationGracePeriodSeconds > seconds + drain + 9, name);
    }
  });
});

it('listens on the ports that the images expose', () => {
  for (const [name, { metrics, ...ports }] of Object.entries(readNetwork().services)) {
    if (metrics === undefined) continue;
    const stage = dockerfile.split(new RegExp(`^FROM base AS ${name}$`, 'm'))[1].split('\nFROM ')[0];
    const exposed = /^EXPOSE (.*)$/m.exec(stage)[1].split(' ').map(Number);
    assert.deepEqual(exposed.toSorted(), Object.values(ports).toSorted(), name);
  }
});
