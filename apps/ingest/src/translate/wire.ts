import type { IncomingHttpHeaders } from 'node:http';
import type { Signal } from '@svc/otlp';
import type { ServiceError } from '@svc/service-error';
import type { ForeignFormat } from '../receive/formats.js';
import type { Receipt } from '../receive/receipt.js';

export interface WireAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Empty by default. */
  readonly body?: string;
}

/** A protocol of another product, whose requests become requests of OTLP. */
export interface Wire {
  /** Its value of the label `wire` of metrics. */
  readonly name: string;
  /** The signal of its requests. Those of a protocol with several are measured as this one. */
  readonly signal: Signal;
  /** The form of a request's body by its headers. @throws ServiceError unsupported_media_type, or invalid_request. */
  readonly format: (headers: IncomingHttpHeaders) => ForeignFormat;
  /** The key in a decompressed body, for requests that have none elsewhere; undefined for a protocol that has no place for one there. */
  readonly bodyKey?: ((body: Buffer) => string | undefined) | undefined;
  /** The answer to a request that is stored, maybe in part. */
  readonly accepted: (receipt: Receipt, request: IncomingHttpHeaders) => WireAnswer;
  /** The answer to a request of which nothing is stored. */
  readonly refused: (error: ServiceError, request: IncomingHttpHeaders) => WireAnswer;
}
