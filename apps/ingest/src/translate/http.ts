import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ContentEncoding } from '@svc/otlp';
import { ServiceError, toServiceError } from '@svc/service-error';
import { withForeignBody } from '../capture/foreign-body.js';
import { beginAnswer, beginRefusal } from '../http/answer.js';
import { CORS, PREFLIGHT } from '../http/cors.js';
import type { OtlpHttpOptions } from '../otlp/http.js';
import { contentEncoding } from '../receive/body.js';
import { isSnappy, type ForeignFormat } from '../receive/formats.js';
import { findSecret } from '../receive/identify.js';
import type { Receipt } from '../receive/receipt.js';
import { withBody } from '../receive/with-body.js';
import type { WireMeasurement } from './wire-metrics.js';
import type { Wire, WireAnswer } from './wire.js';

export interface WireHttpOptions extends OtlpHttpOptions {
  readonly measureWire: (wire: string) => WireMeasurement;
}

const SCOPE = 'telemetry:write';

interface Form {
  readonly format: ForeignFormat;
  readonly encoding: ContentEncoding;
}

/** The routes of protocols of other products. Their requests go the way of OTLP once they are translated. */
export function wireHttpHandler(options: WireHttpOptions) {
  const { receiver, logger, measure, measureWire } = options;
  const route = { ...options, scope: SCOPE };

  const accept = (request: IncomingMessage, { signal, format, bodyKey }: Wire): Promise<Receipt> => {
    const read = (): Form => readForm(request.headers, format);
    if (!bodyKey)
      return withBody(request, route, read, ({ form, ...received }) =>
        receiver.accept({ signal, ...received, ...form }),
      );
    const form = read();
    const places = { ...options, findKey: findSecret, findBodyKey: (_: string, body: Buffer) => bodyKey(body) };
    return withForeignBody(request, places, SCOPE, ({ contentEncoding: name, ...received }) =>
      receiver.accept({ signal, ...received, format: form.format, encoding: contentEncoding(name) }),
    );
  };

  return async (request: IncomingMessage, response: ServerResponse, wire: Wire): Promise<void> => {
    beginAnswer(request, response);
    const end = measure(wire.signal);
    const counts = measureWire(wire.name);
    try {
      if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end();
      if (request.method !== 'POST') throw new ServiceError('method_not_allowed');
      const receipt = await accept(request, wire);
      const answer = wire.accepted(receipt, request.headers);
      const outcome = receipt.rejected > 0 || answer.status >= 400 ? 'partial' : 'accepted';
      end(outcome);
      counts.accepted(outcome, receipt);
      send(response, answer);
    } catch (cause) {
      const error = toServiceError(cause);
      end(error.code);
      counts.refused(error.code);
      const { name } = wire;
      if (error.httpStatus >= 500)
        logger.error({ err: error, cause: error.cause, wire: name }, 'foreign request failed');
      beginRefusal(request, response, error);
      send(response, wire.refused(error, request.headers));
    }
  };
}

/** A format that is compressed itself may be named as the encoding as well. */
function readForm(headers: IncomingHttpHeaders, read: Wire['format']): Form {
  const format = read(headers);
  const named = headers['content-encoding'];
  const isNamed = isSnappy(format) && named?.trim().toLowerCase() === 'snappy';
  return { format, encoding: isNamed ? 'identity' : contentEncoding(named) };
}

function send(response: ServerResponse, { status, headers, body = '' }: WireAnswer): void {
  if (response.destroyed) return;
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...CORS, ...headers, ...length }).end(body);
}
