import type { Outage } from '../outage.js';
import type { Random } from './random.js';
import type { LogRecord, Origin, SpanRecord } from './records.js';
import type { Shopper } from './shopper.js';

const INFO = 9;
const ERROR = 17;
/** Each instance follows the one before it after this time. */
const ROLLOUT_MS = 20_000;
/** Share of the requests that write an ordinary record. */
const LOGGED = 0.25;

type Events = SpanRecord['events'];

export const firstVersion = (service: string): string => `${service.length}.${(service.codePointAt(0) ?? 0) % 10}.0`;

/** The version that an instance of a service has at a time. */
export function versionOf({ deploys }: Outage, service: string, place: number, at: number): string {
  const deploy = deploys.findLast(
    (one) => one.service === service && place < one.instances && at >= one.at + place * ROLLOUT_MS,
  );
  return deploy?.version ?? firstVersion(service);
}

/** The flags that were evaluated for a request. */
export function flagEvents(outage: Outage, service: string, environment: string, shopper: Shopper, at: number): Events {
  return outage.flags
    .filter((flag) => flag.service === service && flag.environment === environment)
    .map(({ key, since, isOn }) => ({
      name: 'feature_flag.evaluation',
      at,
      attributes: {
        'feature_flag.key': key,
        'feature_flag.result.variant': at >= since && isOn(shopper) ? 'on' : 'off',
      },
    }));
}

export function exceptionEvent(message: string, isOwn: boolean, at: number): Events {
  const type = isOwn ? 'ShopError' : 'UpstreamError';
  return [{ name: 'exception', at, attributes: { 'exception.type': type, 'exception.message': message } }];
}

/** The records of a request. The service at the edge is loud: it writes several for each request that fails, whatever the reason. */
export function errorLogs(
  from: { readonly origin: Origin; readonly traceId: string; readonly spanId: string },
  name: string,
  at: number,
  message: string | undefined,
  isOwn: boolean,
  random: Random,
): LogRecord[] {
  const record = (severity: number, body: string): LogRecord => ({ ...from, at, severity, body });
  if (message === undefined) return random() < LOGGED ? [record(INFO, `handled ${name}`)] : [];
  const { service } = from.origin;
  if (service === 'web')
    return [
      record(ERROR, `request failed: ${message}`),
      record(ERROR, `rendered the error page for ${name}`),
      record(ERROR, `session flagged after ${name}`),
    ];
  return isOwn || random() < 0.7 ? [record(ERROR, `${name}: ${message}`)] : [];
}
