import assert from 'node:assert/strict';
import { encodeRequest } from '../../testing/oracle.js';
import { ago, attributes, CONTEXT, metrics, text } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';

const LABELS = { method: text('GET'), route: text('/a'), code: { intValue: '200' } };
const reversed = (values: object) => Object.fromEntries(Object.entries(values).reverse());

interface Stream {
  readonly labels?: Record<string, object>;
  readonly resource?: Record<string, object>;
  readonly metric?: object;
  readonly data?: object;
}

/** The series hash of one point of a sum. */
function encodeSeries({
  labels = LABELS,
  resource = { 'service.name': text('a') },
  metric = {},
  data = {},
}: Stream = {}): bigint {
  const encoder = createBlockEncoder('metrics', { isKnown: () => false });
  const dataPoints = [{ timeUnixNano: ago(1), asInt: '1', attributes: attributes(labels) }];
  const sum = { dataPoints, aggregationTemporality: 2, isMonotonic: true, ...data };
  const request = metrics([{ name: 'm', unit: 's', sum, ...metric }], { attributes: attributes(resource) });
  encoder.add(encodeRequest('metrics', request), CONTEXT);
  const keys = encoder.finish().seen.filter(({ table }) => table === 'metric_series');
  assert.equal(keys.length, 1);
  return (keys[0] as { hash: bigint }).hash;
}

it('hashes a stream alike for any order of its attributes and of its resource’s', () => {
  const resource = { 'service.name': text('a'), 'host.name': text('b') };
  assert.equal(encodeSeries({ labels: reversed(LABELS) }), encodeSeries());
  assert.equal(encodeSeries({ resource: reversed(resource) }), encodeSeries({ resource }));
});

it('ignores the description, and whether a label is a number or its text, in the hash', () => {
  assert.equal(encodeSeries({ metric: { description: 'x' } }), encodeSeries());
  assert.equal(encodeSeries({ labels: { ...LABELS, code: text('200') } }), encodeSeries());
});

it('does not change the stored hash between versions', () => {
  assert.equal(encodeSeries(), STORED_HASH);
});
const STORED_HASH = 7760703126136981957n;

const others: readonly [name: string, stream: Stream][] = [
  ['another name', { metric: { name: 'n' } }],
  ['another unit', { metric: { unit: 'ms' } }],
  ['another temporality', { data: { aggregationTemporality: 1 } }],
  ['not monotonic', { data: { isMonotonic: false } }],
  ['another label value', { labels: { ...LABELS, route: text('/b') } }],
  ['one label less', { labels: { method: text('GET') } }],
  ['values swapped between labels', { labels: { ...LABELS, method: text('/a'), route: text('GET') } }],
  ['another resource', { resource: { 'service.name': text('b') } }],
  ['no labels', { labels: {} }],
];
for (const [name, stream] of others) {
  it(`hashes ${name} as another stream`, () => assert.notEqual(encodeSeries(stream), encodeSeries()));
}
