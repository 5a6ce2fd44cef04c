import assert from 'node:assert/strict';
import { defaultProjectId, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { newTraceId, sendSpans, spanId, untilStored } from '../spans.js';

const REMOTE_AND_SAMPLED = 0x301;

describe('what the SDK left out of a span', () => {
  const [id, linked] = [newTraceId(), newTraceId()];
  const cut = {
    droppedAttributesCount: 1,
    droppedEventsCount: 1_234,
    events: [{ name: 'retry', droppedAttributesCount: 2 }, { name: 'retry' }],
    links: [{ traceId: linked, spanId: spanId(9), flags: REMOTE_AND_SAMPLED, droppedAttributesCount: 3 }],
  };
  let project: string;
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendSpans(id, [
      { id: 1, service: 'shop', from: 0, to: 100, more: cut },
      { id: 2, parent: 1, service: 'shop', from: 10, to: 60 },
    ]);
    await untilStored(project, id, 2);
  });

  it('is readable where it is not 0, with the flags of links', async () => {
    const { spans } = await ok('GET', `/traces/${id}?project_id=${project}`);
    const [root, child] = [...(spans as Json[])];
    assert.deepEqual(
      [root?.['dropped_attributes_count'], root?.['dropped_events_count'], root?.['dropped_links_count']] as unknown[],
      [1, 1_234, undefined],
    );
    const events = [...(root?.['events'] as unknown as Json[])].map(
      (event) => event['dropped_attributes_count'] as unknown,
    );
    assert.deepEqual(events, [2, undefined]);
    const links = [...(root?.['links'] as unknown as Json[])];
    assert.deepEqual(
      links.map((link) => [link['trace_id'], link['flags'], link['dropped_attributes_count']] as unknown[]),
      [[linked, REMOTE_AND_SAMPLED, 3]],
    );
    assert.deepEqual(
      Object.keys(child ?? {}).filter((name) => name.startsWith('dropped')),
      [],
    );
  });

  it('is printed by svc traces get', async () => {
    const { stdout } = await svc(['traces', 'get', id, '-o', 'table'], { env: { SVC_PROJECT: project } });
    assert.match(stdout, /left out by the SDK: 1 attribute, 1,234 events\n/);
  });
});
