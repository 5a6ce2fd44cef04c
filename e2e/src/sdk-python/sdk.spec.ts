import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually, skipOrFail } from '@svc/testing';
import { defaultProjectId, ok, type Json } from '../api.js';
import { firstValue, whenItHasPoints } from '../metrics/metric.js';
import { theService } from '../topology.js';
import { PythonSdk } from './sdk.js';

const SUITE = 'the official Python SDK';
const installed = await PythonSdk.install();

// Skipped without Python itself; a missing package index fails when all languages are required.
if (installed instanceof PythonSdk) describe(SUITE, () => deliversWith(installed));
else if (installed.isLanguageMissing) it.skip(`${SUITE} (${installed.reason})`, () => undefined);
else skipOrFail(SUITE, installed.reason);

function deliversWith(sdk: PythonSdk): void {
  let project: string;
  beforeAll(async () => {
    project = await defaultProjectId();
  });

  for (const protocol of ['http', 'grpc'] as const) {
    it(`receives traces, logs and metrics over ${protocol}`, async () => {
      const { ingestUrl, otlpGrpcAddress, apiKey } = theService();
      const service = `python-${protocol}-${randomUUID().slice(0, 8)}`;
      const traceId = await sdk.send(protocol, {
        OTEL_SERVICE_NAME: service,
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=e2e',
        OTEL_EXPORTER_OTLP_ENDPOINT: protocol === 'grpc' ? `http://${otlpGrpcAddress}` : ingestUrl,
        OTEL_EXPORTER_OTLP_HEADERS: `x-svc-api-key=${apiKey}`,
        ...(protocol === 'http' && { OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' }),
      });

      const whole = await eventually('the trace is stored', async () => {
        const found = await ok('GET', `/traces?project_id=${project}&service=${service}`);
        return [...(found['traces'] as Json[])].some(({ trace_id }) => (trace_id as string) === traceId)
          ? ok('GET', `/traces/${traceId}?project_id=${project}`)
          : undefined;
      });
      const spans = new Map([...(whole['spans'] as Json[])].map((span) => [span['name'] as string, span]));
      assert.deepEqual([...spans.keys()].sort(), ['GET /orders', 'SELECT orders']);
      assert.equal(spans.get('SELECT orders')?.['parent_span_id'], spans.get('GET /orders')?.['span_id']);
      assert.equal(spans.get('SELECT orders')?.['attributes']?.['db.system.name'], 'postgresql');
      assert.equal(spans.get('GET /orders')?.['resource']?.['telemetry.sdk.language'], 'python');

      const record = await eventually('the log record is stored', async () => {
        const { logs } = await ok('GET', `/logs?project_id=${project}&service=${service}`);
        return [...(logs as Json[])][0];
      });
      assert.equal(record['body'], 'slow query');
      assert.equal(record['level'], 'warn');
      assert.equal(record['trace_id'], traceId);
      assert.equal(record['attributes']?.['rows'], 12);

      assert.equal(firstValue(await whenItHasPoints(`python.orders.${protocol}`, 'max')), 3);
      assert.equal(firstValue(await whenItHasPoints(`python.duration.${protocol}`, 'count')), 1);
    });
  }
}
