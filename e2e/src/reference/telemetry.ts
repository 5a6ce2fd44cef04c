import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@svc/testing';
import { makeKey, type Json } from '../api.js';
import { newTraceId } from '../spans.js';
import { theService } from '../topology.js';
import { items, type Recorder } from './recorder.js';

const HOUR_MS = 3_600_000;
const SERVICE = 'checkout';

/** Sends the example of README and more of each signal, and asks every question about telemetry. */
export async function recordTelemetry(recorder: Recorder): Promise<void> {
  const { secret } = await makeKey(['telemetry:write', 'analytics:write'], recorder.projectId);
  const env = { ...process.env, SVC_INGEST_URL: theService().ingestUrl, SVC_API_KEY: secret };
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/send-example.mjs')], { env });
  await sendEachSignal(recorder);
  await recordLogs(recorder);
  await recordTraces(recorder);
  await recordMetrics(recorder);
  await recordAgentRuns(recorder);
}

async function sendEachSignal(recorder: Recorder): Promise<void> {
  const now = Date.now();
  const nanoseconds = (ms: number): string => `${ms}000000`;
  const attributes = [{ key: 'service.name', value: { stringValue: SERVICE } }];
  await recorder.ingest('otlp.logs', {
    resourceLogs: [
      {
        resource: { attributes },
        scopeLogs: [
          {
            logRecords: [
              {
                timeUnixNano: nanoseconds(now - 2_000),
                severityNumber: 9,
                body: { stringValue: 'order 4712 received' },
              },
              {
                timeUnixNano: nanoseconds(now - 1_000),
                severityNumber: 9,
                body: { stringValue: 'order 4713 received' },
              },
            ],
          },
        ],
      },
    ],
  });
  await recorder.ingest('otlp.traces', {
    resourceSpans: [
      {
        resource: { attributes },
        scopeSpans: [
          {
            spans: [
              {
                traceId: '5b8efff798038103d269b633813fc60c',
                spanId: 'eee19b7ec3c1b174',
                name: 'GET /orders',
                kind: 2,
                startTimeUnixNano: nanoseconds(now - 1_500),
                endTimeUnixNano: nanoseconds(now - 1_400),
              },
            ],
          },
        ],
      },
    ],
  });
  const dataPoints = Array.from({ length: 48 }, (_, index) => ({
    timeUnixNano: nanoseconds(now - (47 - index) * HOUR_MS),
    asDouble: 20 + (index % 24),
    attributes: [{ key: 'region', value: { stringValue: 'eu' } }],
  }));
  await recorder.ingest('otlp.metrics', {
    resourceMetrics: [
      {
        resource: { attributes },
        scopeMetrics: [{ metrics: [{ name: 'queue.depth', unit: '1', gauge: { dataPoints } }] }],
      },
    ],
  });
}

async function recordLogs(recorder: Recorder): Promise<void> {
  const { logs } = await recorder.call('logs.query', {
    query: { q: 'payment', level: ['error'], limit: 2 },
    until: (answer) => items(answer, 'logs').length === 1,
  });
  const log_id = logs?.[0]?.['log_id'] as unknown as string;
  await recorder.call('logs.aggregate', { query: { group_by: ['service'] } });
  await recorder.call('logs.fields', {});
  await recorder.call('logs.patterns', { until: (answer) => items(answer, 'patterns').length > 1 });
  await recorder.call('logs.context', { path: { log_id } });
  await recorder.call('search.filters', { path: { field: 'service' } });
  await recorder.call('search.unified', { query: { q: 'payment' } });
}

async function recordTraces(recorder: Recorder): Promise<void> {
  const { traces } = await recorder.call('traces.search', {
    query: { service: ['web'], limit: 1 },
    until: (answer) => items(answer, 'traces').length === 1,
  });
  const trace_id = traces?.[0]?.['trace_id'] as unknown as string;
  const hasAll = (answer: Json): boolean => items(answer, 'spans').length === 6;
  for (const id of ['traces.get', 'traces.critical_path', 'traces.stats', 'search.correlate'])
    await recorder.call(id, { path: { trace_id }, ...(id === 'traces.get' && { until: hasAll }) });
  const { spans } = await recorder.call('traces.get', { path: { trace_id } });
  const span_id = spans?.[0]?.['span_id'] as unknown as string;
  await recorder.call('spans.get', { path: { trace_id, span_id } });
  await recorder.call('traces.aggregate', { query: { group_by: ['service'], limit: 2 } });
  await recorder.call('traces.fields', { query: { prefix: 'http' } });
  await recorder.call('ids.resolve', { query: { id: trace_id } });
  await recorder.call('services.list', { until: (answer) => items(answer, 'services').length > 2 });
  await recorder.call('services.map', { until: (answer) => items(answer, 'edges').length > 2 });
  await recorder.call('services.red', { path: { service_name: SERVICE } });
}

async function recordMetrics(recorder: Recorder): Promise<void> {
  const path = { metric_name: 'queue.depth' };
  await recorder.call('metrics.list', { until: (answer) => items(answer, 'metrics').length > 0 });
  await recorder.call('metrics.labels', { path });
  const start_time = new Date(Date.now() - 6 * HOUR_MS).toISOString();
  await recorder.call('metrics.query', { path, query: { start_time, interval: '1h' } });
  await recorder.call('metrics.forecast', { path, query: { horizon: '6h', interval: '1h' } });
}

async function recordAgentRuns(recorder: Recorder): Promise<void> {
  const [traceId, agent, call] = [newTraceId(), 'a1b2c3d4e5f60718', 'b2c3d4e5f6071829'];
  const nanoseconds = (ms: number): string => `${Date.now() - 60_000 + ms}000000`;
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const count = (key: string, intValue: number) => ({ key, value: { intValue } });
  const span = (spanId: string, name: string, from: number, to: number, attributes: object[], parentSpanId = '') => ({
    traceId,
    spanId,
    parentSpanId,
    name,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(to),
    attributes,
  });
  const spans = [
    span(agent, 'invoke_agent support', 0, 2_400, [
      text('gen_ai.operation.name', 'invoke_agent'),
      text('gen_ai.agent.name', 'support'),
    ]),
    span(
      call,
      'chat gpt-4o',
      100,
      2_300,
      [
        text('gen_ai.operation.name', 'chat'),
        text('gen_ai.provider.name', 'openai'),
        text('gen_ai.request.model', 'gpt-4o'),
        count('gen_ai.usage.input_tokens', 1_200),
        count('gen_ai.usage.output_tokens', 250),
      ],
      agent,
    ),
  ];
  await sendSpansOf(recorder, spans);
  await recorder.call('agent_runs.list', {
    query: { agent: 'support' },
    until: (answer) => Number(items(answer, 'runs')[0]?.['step_count'] ?? 0) === spans.length,
  });
  const run = { path: { run_id: `${traceId}-${agent}` } };
  await recorder.call('agent_runs.get', run);
  await recorder.call('llm.summary');
  await recorder.call('llm.series', { query: { interval: '1d' } });
  await recorder.call('llm.top_persons');
  const comment = 'The answer names the right invoice.';
  await recorder.call('scores.add', { ...run, body: { name: 'correctness', label: 'good', value: 0.9, comment } });
  await recorder.call('scores.list', run);
  const body = { enabled_metrics: ['tool_error_rate', 'latency_budget'], latency_budget_ms: 30_000 };
  await recorder.call('evals.set', { body });
  await recorder.call('evals.get');
}

/** Sends spans without making them the example of the route. */
export async function sendSpansOf(recorder: Recorder, spans: readonly object[]): Promise<void> {
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'agents' } }] };
  const { ingestUrl, apiKey } = theService();
  const answer = await fetch(`${ingestUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': apiKey, 'x-svc-project': recorder.projectId },
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

/** Deletes the data that the other requests read. */
export async function recordTelemetryDeletions(recorder: Recorder): Promise<void> {
  const { logs } = await recorder.call('logs.query', { query: { q: 'payment', level: ['error'], limit: 2 } });
  await recorder.call('logs.delete', { path: { log_id: logs?.[0]?.['log_id'] as unknown as string } });
  await recorder.call('traces.delete', { path: { trace_id: '5b8efff798038103d269b633813fc60c' } });
  await recorder.call('metrics.delete', { path: { metric_name: 'queue.depth' } });
}
