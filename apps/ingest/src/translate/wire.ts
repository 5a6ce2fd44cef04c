import type { IncomingHttpHeaders } from 'node:http';
import type { Signal } from '@svc/otlp';
import type { ServiceError } from '@svc/service-error';
import type { ForeignFormat } from '../receive/formats.js';
import type { Receipt } from '../receive/receiver.js';

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
  readonly path: string;
  readonly signal: Signal;
  /** The form of a request's body by its headers. @throws ServiceError unsupported_media_type, or invalid_request. */
  readonly format: (headers: IncomingHttpHeaders) => ForeignFormat;
  /** The answer to a request that is stored, maybe in part. */
  readonly accepted: (receipt: Receipt, request: IncomingHttpHeaders) => WireAnswer;
  /** The answer to a request of which nothing is stored. */
  readonly refused: (error: ServiceError, request: IncomingHttpHeaders) => WireAnswer;
}
