import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { theService } from '../topology.js';

export const HOUR_MS = 3_600_000;
/** Whole hours in the past, enough that a widget has one bucket for each. */
const END_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
export const WINDOW = {
  start_time: new Date(END_MS - 160 * HOUR_MS).toISOString(),
  end_time: new Date(END_MS).toISOString(),
};
/** Number of items of each signal that are sent. */
export const COUNT = 24;
export const SERVICES = ['shop', 'pay', 'mail'];
const ago = (nth: number): number => END_MS - (nth % 7) * HOUR_MS - 1_000 - nth * 10;
const nanos = (ms: number): string => `${ms}000000`;
const texts = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([key, stringValue]) => ({ key, value: { stringValue } }));
const numbers = Array.from({ length: COUNT }, (_, nth) => nth);
const service = (nth: number): string => SERVICES[nth % 4] ?? 'shop';
const resource = (nth: number) => ({ attributes: texts({ 'service.name': service(nth) }) });

const BODIES: readonly (readonly [string, object])[] = [
  [
    '/v1/logs',
    {
      resourceLogs: numbers.map((nth) => ({
        resource: resource(nth),
        scopeLogs: [
          {
            logRecords: [
              {
                timeUnixNano: nanos(ago(nth)),
                severityNumber: nth % 3 === 0 ? 17 : 9,
                body: { stringValue: `n${nth}` },
              },
            ],
          },
        ],
      })),
    },
  ],
  [
    '/v1/traces',
    {
      resourceSpans: numbers.map((nth) => ({
        resource: resource(nth),
        scopeSpans: [
          {
            spans: [
              {
                traceId: randomBytes(16).toString('hex'),
                spanId: randomBytes(8).toString('hex'),
                name: 'work',
                kind: 2,
                startTimeUnixNano: nanos(ago(nth)),
                endTimeUnixNano: nanos(ago(nth) + 1 + nth),
                status: nth % 5 === 0 ? { code: 2 } : {},
              },
            ],
          },
        ],
      })),
    },
  ],
  [
    '/v1/metrics',
    {
      resourceMetrics: SERVICES.map((name, of) => ({
        resource: { attributes: texts({ 'service.name': name }) },
        scopeMetrics: [
          {
            metrics: [
              {
                name: 'depth',
                gauge: {
                  dataPoints: numbers
                    .filter((nth) => nth % 3 === of)
                    .map((nth) => ({
                      timeUnixNano: nanos(ago(nth)),
                      asDouble: 1 + nth * 1.5,
                      attributes: texts({ host: name }),
                    })),
                },
              },
            ],
          },
        ],
      })),
    },
  ],
  [
    '/api/v1/capture',
    {
      events: numbers.flatMap((nth) => [
        {
          event: 'paid',
          distinct_id: `user-${nth % 5}`,
          timestamp: new Date(ago(nth)).toISOString(),
          properties: { plan: nth % 3 === 0 ? 'pro' : 'free' },
        },
        {
          event: '$exception',
          distinct_id: `user-${nth % 5}`,
          timestamp: new Date(ago(nth)).toISOString(),
          properties: { $exception_list: [{ type: nth % 2 ? 'TypeError' : 'RangeError', value: `failed ${nth}` }] },
        },
      ]),
    },
  ],
];

/** Sends every signal to a project. */
export async function sendSignals(project: string): Promise<void> {
  const { ingestUrl, apiKey } = theService();
  for (const [path, body] of BODIES) {
    const answer = await fetch(`${ingestUrl}${path}?project_id=${project}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, await answer.text());
  }
}
