/** Checks the rendered examples from the golden files, without Helm. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TARGETS } from '../../deploy/docker/targets.mjs';
import { ROOT } from '../tools.mjs';
import { readExamples, readGolden, readNetwork, readReadme, readValues } from './chart.mjs';

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
  DATABASE_URL_BASE: 'postgresql://svc:secret@postgres:5432/svc',
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

/** The services that get each key of the Secret, by the README of the chart. */
const documented = new Map(
  [...readReadme().matchAll(/^\| `([A-Z0-9_]+)` \| ([a-z, ]+) \|/gm)].map(([, key, services]) => [
    key,
    services.split(', '),
  ]),
);

describe.each(EXAMPLES)('the example %s', (example) => {
  it('gives each process an environment that it accepts', async () => {
    const all = containers(example);
    assert.equal(all.length, 7);
    for (const { name, container } of all) {
      const values = container.env.map(({ name: variable, value, valueFrom }) => {
        const { optional, key } = valueFrom?.secretKeyRef ?? {};
        if (valueFrom && !optional && key === variable) assert.ok(variable in SECRETS, `${name}: ${variable}`);
        return [variable, value?.replaceAll(/\$\((\w+)\)/g, (_, other) => SECRETS[other]) ?? SECRETS[variable]];
      });
      assert.doesNotThrow(() => loadConfig(declarations.get(name), Object.fromEntries(values)), name);
    }
  });

  it('gives each process the secrets that the README lists for it', () => {
    const rendered = containers(example).flatMap(({ name, container }) =>
      container.env
        // The values may set one, instead of the Secret.
        .filter(({ name: variable, valueFrom }) => valueFrom || documented.has(variable))
        .map(({ name: variable }) => `${variable.replace(/^(?:SVC_)?(.*?)(?:_BASE)?$/, 'SVC_$1')} of ${name}`),
    );
    const listed = [...documented].flatMap(([variable, services]) => services.map((name) => `${variable} of ${name}`));
    const ofServices = listed.filter((line) => !line.endsWith('the store'));
    assert.deepEqual([...new Set(rendered)].toSorted(), ofServices.toSorted());
  });

  it('reaches stores only at addresses that it names', () => {
    const defaults = readValues().networkPolicy.destinations;
    const own = readExamples().get(example).networkPolicy?.destinations ?? {};
    const ports = ['postgres', 'redis', 'kafka', 'clickhouse'].flatMap(
      (name) => own[name]?.ports ?? defaults[name].ports,
    );
    const anywhere = readGolden(example)
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .flatMap(({ metadata, spec: { egress = [] } }) =>
        egress
          .filter(({ to = [] }) => to.length === 0)
          .flatMap(({ ports: open }) => open.filter(({ port }) => ports.includes(port)))
          .map(({ port }) => `${metadata.name} > ${port}`),
      );
    assert.deepEqual(anywhere, []);
  });

  it('lets notifications, tickets, mail, exports and symbol files out', () => {
    const policies = readGolden(example).filter(({ kind }) => kind === 'NetworkPolicy');
    const portsOf = (service) =>
      policies
        .filter(({ metadata }) => metadata.labels['app.kubernetes.io/component'] === service)
        .flatMap(({ spec }) => spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port)));
    for (const [service, ports] of Object.entries({
      integrations: [443, 587],
      gateway: [587],
      exports: [443],
      query: [443],
    }))
      for (const port of ports) assert.ok(portsOf(service).includes(port), `${service} > ${port}`);
    for (const service of ['exports', 'query']) {
      const { container } = containers(example).find(({ name }) => name === service);
      assert.ok(
        container.env.find(({ name, value }) => name === 'SVC_OBJECTS_S3_BUCKET' && value),
        service,
      );
    }
  });

  it('names a registry for each image', () => {
    for (const { name, container } of containers(example))
      assert.match(container.image, /^[a-z0-9.-]+\.[a-z]+\/svc\//, name);
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
