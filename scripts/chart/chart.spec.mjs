import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import path from 'node:path';
import { Ajv } from 'ajv';
import { ROOT } from '../tools.mjs';
import {
  CHART,
  readExamples,
  readGolden,
  readNetwork,
  readSchema,
  readSettings,
  readValues,
  SERVICES,
} from './chart.mjs';

const schema = readSchema();
const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);
const network = readNetwork();
const settings = readSettings();

const pairs = (list) => list.map(({ from, to }) => `${from} > ${to}`).toSorted();

describe('the schema of the values', () => {
  const valid = (values) => (validate(values) ? [] : validate.errors);

  it('accepts the defaults and the examples', () => {
    assert.deepEqual(valid(readValues()), []);
    for (const [name, values] of readExamples()) assert.deepEqual(valid(values), [], name);
  });

  it.each([
    ['an unknown value', { gatway: {} }],
    ['an unknown value of a service', { ingest: { replica: 3 } }],
    ['a text for a number', { ingest: { replicas: '3' } }],
    ['root', { runAsUser: 0 }],
    ['a digest of another form', { query: { image: { digest: 'latest' } } }],
    ['a setting of another product', { settings: { DEBUG: '1' } }],
    ['an unknown mode of TLS', { internalTls: { mode: 'maybe' } }],
    ['a misspelled option of the resolver', { defaults: { dnsConfig: { nameserver: ['10.0.0.10'] } } }],
    ['a name without an address', { migrate: { hostAliases: [{ hostnames: ['postgres'] }] } }],
    ['a misspelled source of variables', { query: { extraEnvFrom: [{ secret: { name: 'proxy' } }] } }],
    ['a container without a name', { ingest: { extraContainers: [{ image: 'proxy' }] } }],
    ['an unknown value of a store', { stores: { kafka: { nodeSelectors: {} } } }],
    ['a user of ClickHouse from nowhere', { stores: { clickhouse: { networks: [] } } }],
    ['a network that is an address', { stores: { clickhouse: { networks: ['10.0.0.1'] } } }],
  ])('refuses %s', (_name, values) => {
    assert.notDeepEqual(valid(values), []);
  });

  it('describes every value, and names all of them', () => {
    const undescribed = [];
    const open = [];
    const visit = (node, at) => {
      if (!node.properties) return;
      if (node.additionalProperties !== false) open.push(at);
      for (const [name, child] of Object.entries(node.properties)) {
        const place = `${at}.${name}`;
        const resolved = child.$ref ? schema.definitions[child.$ref.split('/').at(-1)] : child;
        if (!resolved.description) undescribed.push(place);
        visit(resolved, place);
      }
    };
    visit(schema, '');
    assert.deepEqual({ undescribed, open }, { undescribed: [], open: [] });
  });

  it('contains a default for everything except what services take from defaults', () => {
    const values = readValues();
    const missing = Object.keys(schema.properties).filter((name) => name !== 'global' && !(name in values));
    const ofServices = Object.keys(schema.definitions.service.properties).filter((name) => !(name in values.defaults));
    assert.deepEqual([...missing, ...ofServices], []);
  });
});

describe('the table of connections', () => {
  it('lists the calls of the services that have an address setting', () => {
    const told = SERVICES.flatMap((from) =>
      SERVICES.filter((to) => `SVC_${to.toUpperCase()}_ADDRESS` in settings[from]).map((to) => ({ from, to })),
    );
    assert.deepEqual(pairs(network.calls), pairs(told));
  });

  const renderExits = (destinations) =>
    Object.entries(settings).flatMap(([from, declared]) =>
      Object.entries(destinations)
        .filter(([name]) => name in declared)
        .map(([, to]) => ({ from, to })),
    );

  it('lists the stores that settings name', () => {
    const stores = {
      SVC_DATABASE_URL: 'postgres',
      SVC_CLICKHOUSE_URL: 'clickhouse',
      SVC_REDIS_URL: 'redis',
      SVC_KAFKA_BROKERS: 'kafka',
    };
    assert.deepEqual(pairs(network.exits), pairs(renderExits(stores)));
  });

  it('lists the servers that optional settings name', () => {
    const servers = {
      SVC_SMTP_URL: 'smtp',
      SVC_OIDC_ISSUER: 'oidc',
      SVC_AUDIT_OTLP_ENDPOINT: 'auditCollector',
      SVC_TRACES_ENDPOINT: 'traces',
      SVC_OBJECTS_S3_BUCKET: 'objects',
      SVC_LLM_BASE_URL: 'models',
    };
    // Ingestion traces nothing. The destinations of integrations are in its rows of the database, not in settings.
    const named = renderExits(servers).filter(({ from, to }) => !(from === 'ingest' && to === 'traces'));
    const expected = [...named, { from: 'integrations', to: 'webhooks' }];
    assert.deepEqual(pairs(network.optionalExits), pairs(expected));
    for (const { to, setting } of network.optionalExits)
      assert.equal(servers[setting], to === 'webhooks' ? undefined : to);
  });

  it('lists destinations and sources that values describe', () => {
    const { destinations, sources } = readValues().networkPolicy;
    const used = [...network.exits, ...network.optionalExits].map(({ to }) => to);
    assert.deepEqual([...new Set(used)].toSorted(), Object.keys(destinations).toSorted());
    const optional = network.optionalExits.map(({ to }) => to);
    assert.deepEqual([...new Set(optional)].toSorted(), Object.keys(network.functions).toSorted());
    assert.deepEqual(
      [...new Set(network.entrances.map(({ source }) => source))].toSorted(),
      Object.keys(sources).toSorted(),
    );
  });

  it('allows at least one caller for every port', () => {
    const open = [...network.entrances, ...network.calls].map(({ to, port }) => `${to} ${port}`);
    const ports = Object.entries(network.services).flatMap(([name, own]) =>
      Object.keys(own).map((port) => `${name} ${port}`),
    );
    // Only the gateway calls these services over rpc, and each has its call above.
    assert.deepEqual([...new Set(open)].toSorted(), ports.toSorted());
  });
});

it('lets notifications out to the addresses that integrations permit by themselves', async () => {
  const { AddressPolicy } = await import(path.join(ROOT, 'libs/outbound/dist/address-policy.js'));
  const policy = new AddressPolicy();
  const [{ ipBlock: ipv4 }, { ipBlock: ipv6 }] = readValues().networkPolicy.destinations.webhooks.to;
  const closed = new BlockList();
  for (const range of ipv4.except) closed.addSubnet(...toSubnet(range));
  const samples = Array.from({ length: 2 ** 16 }, (_, i) => `${i >> 8}.${i & 255}.0.1`);
  const differing = [...samples, '168.63.129.16'].filter(
    (address) => closed.check(address) !== (policy.refusal('https:', address) !== undefined),
  );
  assert.deepEqual(differing, []);
  assert.deepEqual(
    ipv4.except.filter((range) => policy.refusal('https:', toSubnet(range)[0]) === undefined),
    [],
  );
  const open = new BlockList();
  open.addSubnet(...toSubnet(ipv6.cidr), 'ipv6');
  for (const address of ['2606:4700::1', 'fc00::1', 'fe80::1', '::1', '64:ff9b::a00:1'])
    assert.equal(open.check(address, 'ipv6'), policy.refusal('https:', address) === undefined, address);
});

/** The address and the number of bits of a range in CIDR notation. */
function toSubnet(range) {
  const [address, bits] = range.split('/');
  return [address, Number(bits)];
}

describe('the rendered network policies', () => {
  const policies = readGolden('small')
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ metadata, spec }) => ({ service: metadata.labels['app.kubernetes.io/component'], spec }))
    .filter(({ service }) => service in settings);
  const component = (peer) => peer.podSelector?.matchLabels['app.kubernetes.io/component'];
  /** One line for each rule, such as `query 7002`, with the pods it names. */
  const rules = (list = [], side) =>
    list.flatMap((rule) =>
      (rule[side] ?? [{}]).flatMap((peer) => rule.ports.map(({ port }) => ({ peer: component(peer), port }))),
    );
  const expected = network.calls
    .map(({ from, to, port }) => `${from} > ${to} ${network.services[to][port]}`)
    .toSorted();

  it('lets each call out of the pods of the caller', () => {
    const calls = policies.flatMap(({ service, spec }) =>
      rules(spec.egress, 'to').flatMap(({ peer, port }) => (peer === undefined ? [] : `${service} > ${peer} ${port}`)),
    );
    assert.deepEqual(calls.toSorted(), expected);
  });

  it('lets each call into the pods of the called service', () => {
    const calls = policies.flatMap(({ service, spec }) =>
      rules(spec.ingress, 'from').flatMap(({ peer, port }) =>
        peer === undefined ? [] : `${peer} > ${service} ${port}`,
      ),
    );
    assert.deepEqual(calls.toSorted(), expected);
  });

  it('lets out nothing else than DNS and the ports of the stores, of the bucket, of mail and of receivers', () => {
    const { destinations } = readValues().networkPolicy;
    const exits = policies.flatMap(({ service, spec }) =>
      spec.egress
        .filter(({ to = [] }) => to.every((peer) => component(peer) === undefined))
        .flatMap(({ ports }) => ports.filter(({ port }) => port !== 53).map(({ port }) => `${service} > ${port}`)),
    );
    const open = network.optionalExits.filter(({ to }) => ['objects', 'smtp', 'webhooks'].includes(to));
    const stores = [...network.exits, ...open].flatMap(({ from, to }) =>
      destinations[to].ports.map((port) => `${from} > ${port}`),
    );
    assert.deepEqual(exits.toSorted(), stores.toSorted());
  });
});

describe('the copies in the chart', () => {
  const read = (file) => readFileSync(path.join(CHART, file), 'utf8');

  it('repeats the topics, their retention and the consumer groups of the event log', async () => {
    const { TOPICS, SINK_GROUP, IDENTITY_GROUP, KAFKA_RETENTION_MS } = await import(
      path.join(ROOT, 'libs/event-log/dist/index.js')
    );
    const topics = Object.values(TOPICS);
    const quoted = topics.map((topic) => `"${topic}"`);
    assert.ok(read('templates/stores/kafka.yaml').includes(`range list ${quoted.join(' ')} `));
    const scaled = read('templates/scaled-objects.yaml');
    for (const topic of quoted) assert.ok(scaled.includes(`(list ${topic} "${SINK_GROUP}")`), topic);
    assert.ok(scaled.includes(`"query" (list (list "${TOPICS.capture}" "${IDENTITY_GROUP}"))`));
    assert.equal(readValues().stores.kafka.topics.retentionMs, KAFKA_RETENTION_MS);
  });

  it('repeats the version of the product', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    assert.match(read('Chart.yaml'), new RegExp(`^appVersion: ${version.replaceAll('.', String.raw`\.`)}$`, 'm'));
  });

  it('repeats the keys of the Secret that the page for operators creates', () => {
    const page = readFileSync(path.join(ROOT, 'docs/operating/kubernetes.md'), 'utf8');
    const made = [...page.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name);
    const declared = Object.assign({}, ...Object.values(settings));
    const unknown = made.filter((name) => !declared[name]?.secret);
    const needed = Object.keys(declared).filter((name) => declared[name].required && declared[name].secret);
    assert.deepEqual({ unknown, missing: needed.filter((name) => !made.includes(name)) }, { unknown: [], missing: [] });
  });
});
