import { gzipSync } from 'node:zlib';
import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { transcodeJson, type Signal } from '@svc/otlp';
import type { IngestAddress } from '@svc/testing';
import { toLokiPush, toSentryEnvelope } from './foreign-requests.js';
import type { Sent } from './telemetry.js';

export const ENCODINGS = ['json', 'json+gzip', 'protobuf', 'protobuf+gzip', 'grpc'] as const;
/** Those of OTLP, and what log records of OTLP are in a push of Loki, or in an envelope of Sentry, which has a span for each as well. */
export type Encoding = (typeof ENCODINGS)[number] | 'loki' | 'sentry';

/** `refused` is final for a client, which then drops its data. After any other outcome it may send the same bytes again. */
export type Outcome = 'acknowledged' | 'again' | { readonly refused: string };

/** Sends encoded requests to the ingest processes, like a load balancer. */
export class Delivery {
  /** Number of attempts by outcome: a status of HTTP or gRPC, or an error of the connection. */
  readonly outcomes = new Map<string, number>();
  /** The responses in which the service asked for a repetition. */
  readonly postponed: string[] = [];
  readonly #clients: readonly Client[];

  constructor(
    private readonly ingests: readonly IngestAddress[],
    private readonly key: string,
    /** The index of the process that gets a request, by a random number of the sender. */
    private readonly choose = (to: number): number => to % ingests.length,
  ) {
    const backoff = { 'grpc.initial_reconnect_backoff_ms': 50, 'grpc.max_reconnect_backoff_ms': 500 };
    this.#clients = ingests.map(({ grpcAddress }) => new Client(grpcAddress, credentials.createInsecure(), backoff));
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }

  /** The bytes of a request; a retry must send the same bytes. Captured events are JSON whatever the encoding. */
  static encode(signal: Sent, json: string, encoding: Encoding): Buffer {
    if (encoding === 'loki') return Buffer.from(toLokiPush(json));
    if (encoding === 'sentry') return Buffer.from(toSentryEnvelope(json));
    const body =
      signal === 'events' || encoding.startsWith('json')
        ? Buffer.from(json)
        : Buffer.from(transcodeJson(signal, Buffer.from(json)));
    return encoding.endsWith('+gzip') ? gzipSync(body) : body;
  }

  send(to: number, signal: Sent, encoding: Encoding, body: Buffer, timeoutMs: number): Promise<Outcome> {
    const index = this.choose(to);
    return encoding === 'grpc' && signal !== 'events'
      ? this.#call(index, signal, body, timeoutMs)
      : this.#post(index, signal, encoding, body, timeoutMs);
  }

  async #post(index: number, signal: Sent, encoding: Encoding, body: Buffer, timeoutMs: number): Promise<Outcome> {
    try {
      const path = FOREIGN_PATHS.get(encoding) ?? PATHS[signal];
      const isProtobuf = encoding.startsWith('protobuf');
      const answer = await fetch(`${this.ingests[index]?.url}${path}`, {
        method: 'POST',
        headers: {
          'x-svc-api-key': this.key,
          'content-type': isProtobuf ? 'application/x-protobuf' : 'application/json',
          ...(encoding.endsWith('+gzip') ? { 'content-encoding': 'gzip' } : {}),
        },
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.text();
      this.#count(String(answer.status));
      if ([200, 204].includes(answer.status)) return 'acknowledged';
      const response = `${answer.status} ${text}`;
      if (![429, 502, 503, 504].includes(answer.status)) return { refused: response };
      this.postponed.push(`${signal} to ${index}: ${response}`);
      return 'again';
    } catch (error) {
      const { name, cause } = error as Error;
      this.#count((cause as { code?: string } | undefined)?.code ?? name);
      return 'again';
    }
  }

  #count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  #call(index: number, signal: Signal, body: Buffer, timeoutMs: number): Promise<Outcome> {
    const metadata = new Metadata();
    metadata.set('x-svc-api-key', this.key);
    return new Promise((resolve) =>
      this.#clients[index]?.makeUnaryRequest(
        METHODS[signal],
        (bytes: Buffer) => bytes,
        (bytes: Buffer) => bytes,
        body,
        metadata,
        { deadline: Date.now() + timeoutMs },
        (error) => {
          const isRefused = error?.message.includes('ECONNREFUSED') === true;
          this.#count(isRefused ? 'ECONNREFUSED' : `grpc ${status[error?.code ?? status.OK]}`);
          if (!error) resolve('acknowledged');
          else if (RETRYABLE.has(error.code)) {
            this.postponed.push(`${signal} to ${index}: ${error.message}`);
            resolve('again');
          } else resolve({ refused: `${error.code} ${error.details}` });
        },
      ),
    );
  }
}

const FOREIGN_PATHS: ReadonlyMap<Encoding, string> = new Map([
  ['loki', '/loki/api/v1/push'],
  ['sentry', '/api/1/envelope/'],
] as const);

const PATHS: Readonly<Record<Sent, string>> = {
  traces: '/v1/traces',
  logs: '/v1/logs',
  metrics: '/v1/metrics',
  events: '/api/v1/capture',
};

const METHODS: Readonly<Record<Signal, string>> = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
};

/** The codes OTLP lets a client retry after. */
const RETRYABLE = new Set([
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.RESOURCE_EXHAUSTED,
  status.ABORTED,
  status.OUT_OF_RANGE,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);
