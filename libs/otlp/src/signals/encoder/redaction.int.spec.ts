import assert from 'node:assert/strict';
import type { RequestContext } from '../../signal.js';
import { encodeRows } from '../../testing/encode.js';
import { encodeRequest } from '../../testing/oracle.js';
import { ago, attributes, CONTEXT, logs, metrics, span, text, traces } from '../../testing/requests.js';
import { createBlockEncoder } from '../create-block-encoder.js';

const REDACTING: RequestContext = { ...CONTEXT, redacts: true };
const MAIL = text('by joe@example.org');
const STORED = 'by [REDACTED]';
const RESOURCE = { attributes: attributes({ owner: MAIL, 'service.name': text('shop') }) };

describe('the rows of a redacted request', () => {
  it('redacts the attributes of a span, those of events and links, and the status message', () => {
    const request = traces(
      [
        span({
          attributes: attributes({ note: MAIL, token: text('x'), 'user.id': text('joe@example.org') }),
          events: [{ name: 'e', timeUnixNano: ago(1500), attributes: attributes({ 'exception.message': MAIL }) }],
          links: [{ attributes: attributes({ note: MAIL }) }],
          status: { code: 2, message: 'no account joe@example.org' },
        }),
      ],
      RESOURCE,
    );
    const [row] = encodeRows('traces', 'spans', [request], REDACTING);
    assert.deepEqual(row?.['attributes'], [
      ['note', 'token', 'user.id'],
      [STORED, '[REDACTED]', 'joe@example.org'],
    ]);
    assert.deepEqual(
      [row['distinct_id'], row['service_name'], row['status_message']],
      ['joe@example.org', 'shop', 'no account [REDACTED]'],
    );
    const texts = JSON.stringify([row['events.attributes'], row['links.attributes']]);
    assert.ok(!texts.includes('joe@') && texts.split(STORED).length === 3, texts);
    const [resource] = encodeRows('traces', 'resources', [request], REDACTING);
    assert.deepEqual(resource?.['attributes'], [
      ['owner', 'service.name'],
      [STORED, 'shop'],
    ]);
  });

  it('redacts attributes of metric streams, whose number stays the same', () => {
    const point = (owner: string) => ({
      timeUnixNano: ago(1),
      asInt: 1,
      attributes: attributes({ owner: text(owner) }),
    });
    const dataPoints = [point('a@example.org'), point('b@example.org'), point('c')];
    const request = metrics([{ name: 'm', gauge: { dataPoints } }], RESOURCE);
    const rows = encodeRows('metrics', 'metric_series', [request], REDACTING);
    const owners = rows.map((row) => (row['attributes'] as [string[], string[]])[1][0]);
    assert.deepEqual(owners.sort(), ['[REDACTED]', '[REDACTED]', 'c']);
    assert.equal(new Set(rows.map((row) => row['series_hash'])).size, 3);
  });

  it('stores the same rows when a request is replayed, and replaces a resource that was stored unredacted', () => {
    const body = encodeRequest('logs', logs([{ body: MAIL }], RESOURCE));
    const encode = (context: RequestContext) => {
      const encoder = createBlockEncoder('logs', { isKnown: () => false });
      encoder.add(body, context);
      const { blocks, seen } = encoder.finish();
      return {
        bytes: blocks.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
        keys: seen.map(({ hash }) => hash),
      };
    };
    assert.deepEqual(encode(REDACTING), encode(REDACTING));
    assert.notDeepEqual(encode(REDACTING).keys, encode(CONTEXT).keys);
  });

  it('replaces a text as a whole that is too long to be searched', () => {
    const long = (word: string) => ({ body: text(word.repeat(Math.ceil(262_145 / word.length))) });
    const rows = encodeRows('logs', 'logs', [logs([long('joe@example.org '), long('a,')])], REDACTING);
    assert.deepEqual(
      rows.map(({ body }) => (body as string).length),
      [10, 262_146],
    );
  });
});
