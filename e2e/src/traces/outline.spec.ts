import assert from 'node:assert/strict';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { newTraceId, sendSpans, spanId, untilStored } from '../spans.js';

const SPANS = 2_000;

describe('traces.get with view=outline', () => {
  let project: string;
  const [id, long] = [newTraceId(), newTraceId()];
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendSpans(id, [
      { id: 1, service: 'shop', name: 'GET /orders', kind: 2, from: 0, to: 100, more: { droppedLinksCount: 7 } },
      { id: 2, parent: 1, service: 'bank', from: 10, to: 60.5, failed: true, more: { events: [{ name: 'retry' }] } },
      { id: 3, parent: 9, service: 'bank', from: 20, to: 30 },
    ]);
    await sendSpans(
      long,
      Array.from({ length: SPANS }, (_, index) => ({
        id: index + 1,
        ...(index > 0 && { parent: index }),
        service: 'checkout',
        name: 'GET /orders',
        kind: 3,
        from: index,
        to: index + 50,
      })),
    );
    await untilStored(project, id, 3);
    await untilStored(project, long, SPANS);
  });

  it('returns the outline of every span beside what is missing', async () => {
    const read = async (view: string): Promise<Record<string, Json>> =>
      ok('GET', `/traces/${id}?view=${view}&project_id=${project}`);
    const [{ outline, ...head }, whole] = [await read('outline'), await read('full')];
    assert.deepEqual(head, { ...whole, spans: [] });
    assert.deepEqual([head['complete'], head['missing_parents'], head['truncated']] as unknown[], [false, 1, false]);
    const ms = 1_000_000;
    assert.deepEqual(outline?.['spans'], [
      {
        id: spanId(1),
        name: 'GET /orders',
        service: 'shop',
        start_ns: 0,
        duration_ns: 100 * ms,
        kind: 'server',
        dropped_links_count: 7,
      },
      {
        id: spanId(2),
        parent: spanId(1),
        name: 'operation 2',
        service: 'bank',
        start_ns: 10 * ms,
        duration_ns: 50.5 * ms,
        status: 'error',
        kind: 'internal',
        events: 1,
      },
      {
        id: spanId(3),
        parent: spanId(9),
        name: 'operation 3',
        service: 'bank',
        start_ns: 20 * ms,
        duration_ns: 10 * ms,
        kind: 'internal',
      },
    ]);
  });

  it('leaves the default view as it was, also by its name', async () => {
    const whole = await api('GET', `/traces/${id}?project_id=${project}`);
    assert.equal((await api('GET', `/traces/${id}?view=full&project_id=${project}`)).text, whole.text);
    assert.equal(Object.hasOwn(whole.json, 'outline'), false);
  });

  it('takes at most 160 bytes a span', async () => {
    const { text, json } = await api('GET', `/traces/${long}?view=outline&project_id=${project}`);
    assert.equal([...(json['outline']?.['spans'] as unknown as Json[])].length, SPANS);
    assert.ok(text.length / SPANS < 160, String(text.length / SPANS));
  });

  it('refuses another view with 400 that names the field and not the value', async () => {
    const { status, text } = await api('GET', `/traces/${id}?view=Secret-0001&project_id=${project}`);
    assert.equal(status, 400);
    assert.match(text, /view/);
    assert.doesNotMatch(text, /Secret-0001/);
    assert.equal((await api('GET', `/traces/${newTraceId()}?view=outline&project_id=${project}`)).status, 404);
  });
});
