import { eventually } from '@svc/testing';
import { textAttribute } from '@svc/testing/outages';
import { items } from '../../reference/recorder.js';
import { newTraceId } from '../../spans.js';
import type { SeededProject } from './project.js';
import { seedRecording } from './recording.js';

const KIND = { server: 2, client: 3 } as const;
const ERROR = 2;

/** An order that failed, and who made it in which recording. */
export interface FailedOrder {
  readonly traceId: string;
  readonly distinctId: string;
  readonly sessionId: string;
}

/** Sends the trace of an order whose payment fails, the person who made it, and the recording in which it was made. */
export async function seedFailedOrder(project: SeededProject): Promise<FailedOrder> {
  const distinctId = 'ada';
  const traceId = newTraceId();
  await project.ingest('/capture', {
    events: [{ event: 'signup', distinct_id: distinctId, set: { name: 'Ada Lovelace', plan: 'pro' } }],
  });
  const sessionId = await seedRecording(project, distinctId);
  const startMs = Date.now() - 3 * 60_000;
  const common = [textAttribute('session.id', sessionId), textAttribute('user.id', distinctId)];
  const span = (nth: number, name: string, kind: number, failed: boolean) => ({
    traceId,
    spanId: `${nth}`.padStart(16, '0'),
    ...(nth > 1 && { parentSpanId: `${nth - 1}`.padStart(16, '0') }),
    name,
    kind,
    startTimeUnixNano: `${startMs + nth * 10}000000`,
    endTimeUnixNano: `${startMs + 400 - nth * 10}000000`,
    attributes: common,
    ...(failed && { status: { code: ERROR, message: 'The card was declined' } }),
  });
  const resource = { 'deployment.environment.name': 'production' };
  await project.send('traces', [
    { service: 'web', resource, item: span(1, 'POST /checkout', KIND.server, true) },
    { service: 'checkout', resource, item: span(2, 'POST /payments', KIND.client, true) },
    { service: 'payments', resource, item: span(3, 'POST /payments', KIND.server, true) },
  ]);
  await eventually('the trace, its person and its recording can be read together', async () => {
    const failed = items(await project.get('/traces?status=error'), 'traces');
    const persons = items(await project.get(`/persons?search=${distinctId}`), 'persons');
    const matches = items(await project.get(`/replay-for-trace/${traceId}`), 'matches');
    return failed.length === 1 && persons.length === 1 && matches.length > 0;
  });
  return { traceId, distinctId, sessionId };
}
