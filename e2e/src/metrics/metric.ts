import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, type ApiAnswer, type Json } from '../api.js';
import { theService } from '../topology.js';

export interface SentPoint {
  readonly value: number;
  /** Now when absent. */
  readonly atMs?: number;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Sends points of one gauge over OTLP, as the service `service`. */
export async function sendGauge(name: string, points: readonly SentPoint[], service = 'e2e'): Promise<void> {
  const { ingestUrl, apiKey } = theService();
  const dataPoints = points.map(({ value, atMs = Date.now(), attributes = {} }) => ({
    timeUnixNano: `${atMs}000000`,
    asDouble: value,
    attributes: toAttributes(attributes),
  }));
  const resource = { attributes: toAttributes({ 'service.name': service }) };
  const answer = await fetch(`${ingestUrl}/v1/metrics`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name, unit: 'By', gauge: { dataPoints } }] }] }],
    }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

/** A request in the project the points are sent to; the path has no query or one. */
export async function ofProject(method: string, path: string): Promise<ApiAnswer> {
  return api(method, `${path}${path.includes('?') ? '&' : '?'}project_id=${await defaultProjectId()}`);
}

/** Repeats the request until the metric is known and the answer satisfies the condition. */
export function whenKnown(path: string, isAwaited: (answer: Json) => boolean): Promise<Json> {
  return eventually(path, async () => {
    const answer = await ofProject('GET', path);
    if (answer.status === 404) return false;
    assert.equal(answer.status, 200, answer.text);
    return isAwaited(answer.json) && answer.json;
  });
}

/**
 * Asks until the metric's first series has a point. A metric is listed once its series are stored; each kind of points has a table of
 * its own and comes after.
 */
export function whenItHasPoints(name: string, agg: string): Promise<Json> {
  return whenKnown(`/metrics/${name}/query?agg=${agg}`, (answer) => firstValue(answer) !== undefined);
}

/** The value of the first bucket that has one. */
export function firstValue(metric: Json): unknown {
  const [series] = metric['series'] as readonly Json[];
  const points = (series?.['points'] ?? []) as readonly Json[];
  return points.map(({ value }) => value as unknown).find((value) => value !== null);
}

const toAttributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
