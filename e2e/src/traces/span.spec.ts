import assert from 'node:assert/strict';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { newTraceId, sendSpans, spanId, untilStored } from '../spans.js';
import { makeProject } from '../workspace/project.js';

describe('spans.get', () => {
  let project: string;
  const [id, linking] = [newTraceId(), newTraceId()];
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendSpans(id, [
      {
        id: 1,
        service: 'shop',
        from: 0,
        to: 100,
        attributes: { route: '/pay' },
        more: { events: [{ name: 'retry' }], links: [{ traceId: linking, spanId: spanId(9) }], droppedEventsCount: 4 },
      },
      { id: 2, parent: 1, service: 'bank', from: 10, to: 60 },
    ]);
    const links = [{ traceId: id, spanId: spanId(1) }];
    await sendSpans(linking, [{ id: 5, service: 'worker', name: 'settle', from: 500, to: 900, more: { links } }]);
    await untilStored(project, id, 2);
    await untilStored(project, linking, 1);
  });
  const path = (span: string, others = ''): string => `/traces/${id}/spans/${span}?project_id=${project}${others}`;

  it('returns one span as traces.get does, and the spans that link to it', async () => {
    const details = await ok('GET', path(spanId(1)));
    const { spans } = await ok('GET', `/traces/${id}?project_id=${project}`);
    assert.deepEqual(details['span'], spans?.[0]);
    assert.equal(details['span']?.['dropped_events_count'], 4);
    const { spans: found, truncated } = details['linked_by'] ?? assert.fail('linked_by');
    assert.equal(truncated, false);
    assert.deepEqual(
      [...(found as unknown as Json[])].map(({ trace_id, span_id, name, service_name }) => [
        trace_id,
        span_id,
        name,
        service_name,
      ]),
      [[linking, spanId(5), 'settle', 'worker']],
    );
    const child = await ok('GET', path(spanId(2)));
    assert.deepEqual(child['linked_by']?.['spans'], []);
  });

  it('answers the generic 404 for a span of another trace, of another project, and for an unknown one', async () => {
    const sibling = await makeProject();
    const foreign = `/traces/${id}/spans/${spanId(1)}?project_id=${sibling.id}`;
    const { secret } = await makeKey(['traces:read'], sibling.id);
    const answers = await Promise.all([
      api('GET', path(spanId(5))),
      api('GET', path(spanId(3))),
      api('GET', `/traces/${newTraceId()}/spans/${spanId(1)}?project_id=${project}`),
      api('GET', foreign),
      api('GET', `/traces/${id}/spans/${spanId(1)}`, { key: secret }),
    ]);
    for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text]);
  });

  it('refuses malformed IDs and unknown parameters with 400 that names the field and not the value', async () => {
    for (const [target, field] of [
      [`/traces/${id}/spans/Secret-0001?project_id=${project}`, 'span_id'],
      [`/traces/${id}/spans/${spanId(1)}0?project_id=${project}`, 'span_id'],
      [`/traces/Secret-0001/spans/${spanId(1)}?project_id=${project}`, 'trace_id'],
      [path(spanId(1), '&limit=Secret-0001'), 'limit'],
    ] as const) {
      const { status, text } = await api('GET', target);
      assert.equal(status, 400, target);
      assert.match(text, new RegExp(field));
      assert.doesNotMatch(text, /Secret-0001/);
    }
  });
});
