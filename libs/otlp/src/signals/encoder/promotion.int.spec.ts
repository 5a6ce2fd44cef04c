import assert from 'node:assert/strict';
import { encodeRows } from '../../testing/encode.js';
import { ago, attributes, logs, metrics, span, text, traces } from '../../testing/requests.js';

type Values = Readonly<Record<string, object>>;

interface Promotion {
  readonly name: string;
  readonly resource?: Values;
  readonly item?: Values;
  readonly columns: Readonly<Record<string, string>>;
}

const promotions: readonly Promotion[] = [
  {
    name: 'service, release and environment',
    resource: {
      'service.name': text('a'),
      'service.version': text('1.2'),
      'deployment.environment.name': text('prod'),
    },
    columns: { service_name: 'a', release: '1.2', environment: 'prod' },
  },
  {
    name: 'the old name of the environment',
    resource: { 'deployment.environment': text('prod') },
    columns: { environment: 'prod' },
  },
  {
    name: 'the new name before the old',
    resource: { 'deployment.environment': text('old'), 'deployment.environment.name': text('new') },
    columns: { environment: 'new' },
  },
  {
    name: 'the session and person of the resource',
    resource: { 'session.id': text('s'), 'user.id': text('u') },
    columns: { session_id: 's', distinct_id: 'u' },
  },
  {
    name: 'the item before its resource',
    resource: { 'session.id': text('s'), 'user.id': text('u') },
    item: { 'session.id': text('s2'), distinct_id: text('d') },
    columns: { session_id: 's2', distinct_id: 'd' },
  },
  {
    name: 'user.id before enduser.id before distinct_id',
    item: { distinct_id: text('d'), 'enduser.id': text('e'), 'user.id': text('u') },
    columns: { distinct_id: 'u' },
  },
  {
    name: 'enduser.id before distinct_id',
    item: { distinct_id: text('d'), 'enduser.id': text('e') },
    columns: { distinct_id: 'e' },
  },
  {
    name: 'no empty value',
    resource: { 'user.id': text('u') },
    item: { 'user.id': text(''), 'session.id': text('') },
    columns: { distinct_id: 'u', session_id: '' },
  },
  { name: 'numbers as their text', item: { 'user.id': { intValue: '42' } }, columns: { distinct_id: '42' } },
  { name: 'nothing from a service name of a span', item: { 'service.name': text('a') }, columns: { service_name: '' } },
];

for (const { name, resource = {}, item = {}, columns } of promotions) {
  it(`promotes ${name}`, () => {
    const owner = { attributes: attributes(resource) };
    const [spanRow] = encodeRows('traces', 'spans', [traces([span({ attributes: attributes(item) })], owner)]);
    const [logRow] = encodeRows('logs', 'logs', [logs([{ attributes: attributes(item) }], owner)]);
    for (const row of [spanRow, logRow]) {
      for (const [column, value] of Object.entries(columns)) assert.equal(row[column], value, column);
      assert.deepEqual((row['attributes'] as string[][])[0], Object.keys(item), 'promoted attributes stay in the map');
    }
  });
}

it('promotes nothing from one span to the next', () => {
  const rows = encodeRows('traces', 'spans', [
    traces([
      span({ attributes: attributes({ 'user.id': text('u') }) }),
      span(),
      span({ attributes: attributes({ k: text('v') }) }),
    ]),
  ]);
  assert.deepEqual(
    rows.map((row) => row['distinct_id']),
    ['u', '', ''],
  );
});

const jobs: readonly [resource: Values, job: string, instance: string][] = [
  [
    { 'service.name': text('a'), 'service.namespace': text('shop'), 'service.instance.id': text('i-1') },
    'shop/a',
    'i-1',
  ],
  [{ 'service.name': text('a') }, 'a', ''],
  [{ 'service.namespace': text('shop') }, 'shop/', ''],
];
for (const [resource, job, instance] of jobs) {
  it(`derives the job ${job} from ${Object.keys(resource).join(' and ')}`, () => {
    const gauge = { dataPoints: [{ timeUnixNano: ago(1), asDouble: 1 }] };
    const [row] = encodeRows('metrics', 'metric_series', [
      metrics([{ name: 'm', gauge }], { attributes: attributes(resource) }),
    ]);
    assert.deepEqual([row['job'], row['instance']], [job, instance]);
  });
}
