import { textAttribute } from '@svc/testing/outages';
import { newTraceId, spanId } from '../../spans.js';
import { BEYOND_EXACT } from './hostile-logs.js';
import { ID, LONG, ODD, WILD } from './hostile-texts.js';
import type { SeededProject } from './project.js';

const MINUTE_MS = 60_000;
const RESOURCE = { 'deployment.environment.name': WILD, 'service.version': WILD, [WILD]: WILD };
const JSON_OF_2_MB = JSON.stringify(Array.from({ length: 40_000 }, (_, nth) => ({ id: nth, [WILD]: nth % 7 })));

const EVERYTHING = [
  textAttribute(WILD, WILD),
  textAttribute('wild', WILD),
  textAttribute('long', LONG),
  { key: 'exact', value: { intValue: String(BEYOND_EXACT) } },
];

const nanos = (ms: number): string => `${Math.round(ms)}000000`;
const ofService = (item: object) => ({ service: WILD, resource: RESOURCE, item });

/**
 * Sends a trace with an agent run, log records with exceptions, metrics and product events of a session, in which each name and each value
 * is hostile; returns the ID of the trace.
 */
export async function sendHostileSignals(project: SeededProject, sessionId: string): Promise<string> {
  const traceId = newTraceId();
  await project.send('traces', toSpans(traceId, sessionId).map(ofService));
  await project.send('logs', toRecords(traceId).map(ofService));
  await project.send('metrics', [ofService(toMetric())]);
  await project.ingest('/capture', { events: toEvents(sessionId) });
  return traceId;
}

function toSpans(traceId: string, sessionId: string): readonly object[] {
  const start = Date.now() - 2 * MINUTE_MS;
  const span = (id: number, from: number, to: number, attributes: readonly object[], more: object = {}) => ({
    traceId,
    spanId: spanId(id),
    ...(id > 1 && { parentSpanId: spanId(1) }),
    name: WILD,
    kind: 2,
    startTimeUnixNano: nanos(start + from),
    endTimeUnixNano: nanos(start + to),
    attributes: [...EVERYTHING, ...attributes],
    ...more,
  });
  const failure = {
    status: { code: 2, message: WILD },
    events: [{ timeUnixNano: nanos(start + 5), name: WILD, attributes: EVERYTHING }],
    links: [{ traceId: newTraceId(), spanId: spanId(9), attributes: EVERYTHING }],
  };
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': WILD, 'user.id': ID };
  const model = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': WILD, 'gen_ai.request.model': WILD };
  const texts = (values: object) => Object.entries(values).map(([key, value]) => textAttribute(key, String(value)));
  const content = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: WILD }] }]);
  return [
    span(1, 0, 900, texts({ ...agent, 'session.id': sessionId }), failure),
    span(2, 100, 700, texts({ ...model, 'gen_ai.input.messages': content, 'gen_ai.output.messages': content })),
    span(3, 200, 600, texts({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': WILD }), failure),
  ];
}

function toRecords(traceId: string): readonly object[] {
  const bodies = [WILD, LONG, JSON_OF_2_MB, WILD];
  return bodies.map((body, nth) => ({
    timeUnixNano: nanos(Date.now() - MINUTE_MS + nth),
    severityNumber: 17,
    body: { stringValue: body },
    traceId,
    spanId: spanId(1),
    attributes: [
      ...EVERYTHING,
      textAttribute('user.id', ID),
      ...(nth === 3
        ? [
            textAttribute('exception.type', WILD),
            textAttribute('exception.message', WILD),
            textAttribute('exception.stacktrace', `${WILD}: ${WILD}\n    at ${WILD} (/srv/${WILD}.js:41:17)`),
          ]
        : []),
    ],
  }));
}

function toMetric(): object {
  const points = [3, 2, 1].map((minutes) => ({
    timeUnixNano: nanos(Date.now() - minutes * MINUTE_MS),
    asDouble: minutes,
    attributes: [textAttribute(WILD, WILD)],
  }));
  return { name: 'hostile.gauge', unit: WILD.slice(0, 40), description: WILD, gauge: { dataPoints: points } };
}

/** The interface refuses controls in events. */
function toEvents(sessionId: string): readonly object[] {
  const common = { distinct_id: ID, session_id: sessionId };
  const properties = { [ODD]: ODD, long: LONG, exact: BEYOND_EXACT.toString(), $groups: { company: ID }, release: ODD };
  const thrown = { type: ODD, value: ODD, stacktrace: { frames: [{ filename: ODD, function: ODD, lineno: 1 }] } };
  return [
    { event: '$groupidentify', distinct_id: 'backend', group_type: 'company', group_key: ID, set: { name: ODD } },
    { event: 'identify', distinct_id: ID, anon_distinct_id: `another ${ID}`, set: { name: ODD, email: ODD } },
    { event: ODD, ...common, set: { name: ODD, [ODD]: ODD }, properties },
    { event: '$exception', ...common, properties: { ...properties, $exception_list: [thrown] } },
  ];
}
