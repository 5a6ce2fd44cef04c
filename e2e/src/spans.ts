import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { eventually, type TopologyAddress } from '@svc/testing';
import { api } from './api.js';
import { theService } from './topology.js';

/** Span kinds and the error status as OTLP numbers them. */
export const KIND = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
const ERROR = 2;

/** A span in milliseconds after the trace's beginning. */
export interface SentSpan {
  readonly id: number;
  readonly parent?: number;
  readonly service: string;
  readonly name?: string;
  readonly kind?: number;
  readonly from: number;
  readonly to: number;
  readonly failed?: boolean;
  /** W3C trace state. */
  readonly traceState?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Further members of the span in OTLP. */
  readonly more?: object;
}

export const spanId = (number: number): string => number.toString(16).padStart(16, '0');
export const newTraceId = (): string => randomBytes(16).toString('hex');

/** Sends one trace that began `ago` milliseconds before now; resolves when it is acknowledged. */
export async function sendSpans(
  traceId: string,
  spans: readonly SentSpan[],
  ago = 60_000,
  { ingestUrl, apiKey }: Pick<TopologyAddress, 'ingestUrl' | 'apiKey'> = theService(),
): Promise<void> {
  const start = BigInt(Date.now() - ago) * 1_000_000n;
  const at = (ms: number): string => String(start + BigInt(Math.round(ms * 1e6)));
  const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const body = {
    resourceSpans: spans.map((span) => ({
      resource: { attributes: [text('service.name', span.service)] },
      scopeSpans: [
        {
          spans: [
            {
              traceId,
              spanId: spanId(span.id),
              ...(span.parent === undefined ? {} : { parentSpanId: spanId(span.parent) }),
              name: span.name ?? `operation ${span.id}`,
              kind: span.kind ?? KIND.internal,
              startTimeUnixNano: at(span.from),
              endTimeUnixNano: at(span.to),
              ...(span.traceState === undefined ? {} : { traceState: span.traceState }),
              status: span.failed === true ? { code: ERROR } : {},
              attributes: Object.entries(span.attributes ?? {}).map(([key, value]) => text(key, value)),
              ...span.more,
            },
          ],
        },
      ],
    })),
  };
  const answer = await fetch(`${ingestUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'x-svc-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.text());
}

/** Resolves when the trace has the given number of spans. */
export async function untilStored(project: string, traceId: string, spans: number): Promise<void> {
  await eventually('the trace is stored', async () => {
    const answer = await api('GET', `/traces/${traceId}?project_id=${project}`);
    return answer.status === 200 && Number(answer.json['span_count']) === spans;
  });
}
