import { ServiceError } from '@svc/service-error';
import type { Received, Wire } from './external-alert.js';

/** What an answer says about its request. */
export interface Accepted {
  /** The keys of the alerts that count, in order. */
  readonly dedupKeys: readonly string[];
  readonly faults: Received['faults'];
}

/** The answer to a request of another product. */
export interface WireAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** What answers have of their request. */
export interface Answering {
  readonly requestId: string;
  /** Milliseconds since the request began. */
  readonly tookMs: number;
}

/** The answer to a request whose alerts count. If some were invalid it is the refusal of these, as Alertmanager answers. */
export function answerOf(wire: Wire, { dedupKeys, faults }: Accepted, answering: Answering): WireAnswer {
  if (faults.length > 0) return refusalOf(wire, toError(faults), answering);
  switch (wire) {
    case 'alertmanager':
    case 'alertmanager_api':
    case 'grafana':
      return toJson(200, {});
    case 'pagerduty':
      return toJson(202, { status: 'success', message: 'Event processed', dedup_key: dedupKeys[0] ?? '' });
    case 'opsgenie':
      return toJson(202, { result: 'Request will be processed', ...toFacts(answering) });
    case 'json':
      return toJson(200, { accepted: dedupKeys.length });
  }
}

/**
 * The answer to a request of which nothing counts: an error of this service with the members that clients of the wire read. Neither a value
 * nor a key of the caller is in it.
 */
export function refusalOf(wire: Wire, error: ServiceError, answering: Answering): WireAnswer {
  const { httpStatus, message, details } = error;
  const body = error.toBody();
  switch (wire) {
    case 'alertmanager':
    case 'grafana':
      // They send a webhook again after 5xx only, and would lose what a limit delays.
      return toJson(httpStatus === 429 ? 503 : httpStatus, body);
    case 'alertmanager_api':
    case 'json':
      return toJson(httpStatus, body);
    case 'pagerduty':
      return toJson(httpStatus, {
        ...body,
        ...toPagerDutyStatus(error),
        errors: details.length > 0 ? details.map(({ path, reason }) => `${path}: ${reason}`) : [message],
      });
    case 'opsgenie':
      return toJson(httpStatus, {
        ...body,
        ...(details.length > 0 && { errors: Object.fromEntries(details.map(({ path, reason }) => [path, reason])) }),
        ...toFacts(answering),
      });
  }
}

function toError(details: Received['faults']): ServiceError {
  const message = details.map(({ path, reason }) => `${path}: ${reason}`).join('; ');
  return new ServiceError('invalid_request', { message, details });
}

function toPagerDutyStatus({ httpStatus, message }: ServiceError): { status: string; message: string } {
  if (httpStatus === 400) return { status: 'invalid event', message: 'Event object is invalid' };
  return { status: httpStatus === 429 ? 'throttle exceeded' : 'error', message };
}

/** Opsgenie counts in seconds. */
const toFacts = ({ requestId, tookMs }: Answering) => ({ took: tookMs / 1000, requestId });

const toJson = (status: number, body: unknown): WireAnswer => ({ status, body: JSON.stringify(body) });
