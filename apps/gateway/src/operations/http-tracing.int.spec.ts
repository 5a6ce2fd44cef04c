import assert from 'node:assert/strict';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { eventually, recordSpans, type RecordedSpans } from '@svc/testing';
import { GatewayUnderTest } from '../testing/gateway.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';

describe('traces of the HTTP edge', () => {
  let recorded: RecordedSpans;
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    recorded = await recordSpans();
    gateway = await GatewayUnderTest.start();
  });
  afterAll(async () => {
    await gateway.stop();
    recorded.stop();
  });

  it('continues the caller’s trace through the gateway to the service, and contains no value that was sent', async () => {
    const { secret } = await gateway.newKey({ projectId: gateway.workspace.projectId });
    const headers = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` };
    await gateway.send('/api/v1/search/saved/sentinel?project_id=', { key: secret, headers });
    const spans = await eventually('the spans have ended', () => {
      const ended = recorded.finished().filter((span) => span.spanContext().traceId === TRACE_ID);
      return Promise.resolve(ended.length >= 3 && ended);
    });
    const [http] = spans.filter((span) => span.name === 'GET /api/v1/search/saved/{search_id}');
    assert.ok(http);
    assert.equal(http.kind, SpanKind.SERVER);
    assert.equal(http.parentSpanContext?.spanId, PARENT_ID);
    assert.equal(http.attributes['http.response.status_code'], 200);
    const [call] = spans.filter((span) => span.kind === SpanKind.CLIENT);
    assert.equal(call?.parentSpanContext?.spanId, http.spanContext().spanId);
    assert.doesNotMatch(JSON.stringify(spans.map(({ name, attributes }) => ({ name, attributes }))), /sentinel/);
  });

  it('distinguishes a refusal from a failure', async () => {
    const { secret } = await gateway.newKey({ projectId: gateway.workspace.projectId });
    const readSpan = async (target: string) => {
      recorded.reset();
      await gateway.send(target, { key: secret });
      return eventually('the span has ended', () =>
        Promise.resolve(recorded.finished().find((span) => span.name.startsWith('GET /api'))),
      );
    };
    const refused = await readSpan('/api/v1/logs?limit=0');
    assert.deepEqual(
      [refused.attributes['http.response.status_code'], refused.status.code],
      [400, SpanStatusCode.UNSET],
    );
    await gateway.stopQuery();
    const failed = await readSpan('/api/v1/logs');
    assert.deepEqual([failed.attributes['http.response.status_code'], failed.status.code], [503, SpanStatusCode.ERROR]);
  });
});
