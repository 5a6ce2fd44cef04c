import type { Outage, OutageTimes } from '../outage.js';
import { ENTRIES, type Operation, type Queue } from './calls.js';
import { between, hex, type Random } from './random.js';
import type { LogRecord, SpanRecord } from './records.js';
import { drawShopper, newTraceId, shopperOf, type Shopper } from './shopper.js';
import { Trace } from './trace.js';

/** Part of the requests that testers make in another environment. */
const STAGING = 0.05;

export interface Traffic {
  readonly spans: SpanRecord[];
  readonly logs: LogRecord[];
  readonly shoppers: readonly { readonly shopper: Shopper; readonly at: number }[];
}

/**
 * Requests of a time, with the arrivals of independent shoppers.
 *
 * @param perMinute usual requests in a minute.
 */
export function makeTraffic(
  outage: Outage,
  { start, onset, end }: OutageTimes,
  perMinute: number,
  accountKey: string,
  random: Random,
): Traffic {
  const traffic: Traffic & { shoppers: { shopper: Shopper; at: number }[] } = { spans: [], logs: [], shoppers: [] };
  const send = (operation: Operation, shopper: Shopper, at: number): void => {
    const environment = random() < STAGING ? 'staging' : 'production';
    const trace = new Trace(outage, shopper, random, environment, newTraceId(random), accountKey);
    trace.handle(operation, at, undefined);
    traffic.logs.push(...trace.logs);
    if (random() < outage.sampled) traffic.spans.push(...trace.spans);
    traffic.shoppers.push({ shopper, at });
  };
  const arrivals = (rate: (at: number) => number, from: number, arrive: (at: number) => void): void => {
    for (let at = from; at < end;) {
      at += (-Math.log(1 - random()) * 60_000) / rate(at);
      if (at < end) arrive(at);
    }
  };
  arrivals(
    (at) => perMinute * (outage.traffic?.(at) ?? 1),
    start,
    (at) => send(drawEntry(random), drawShopper(random), at),
  );
  const { busyAccount, redelivered } = outage;
  const entry = busyAccount && ENTRIES.find(({ operation: { name } }) => name === busyAccount.entry)?.operation;
  if (busyAccount && entry)
    arrivals(
      () => perMinute * busyAccount.factor,
      onset,
      (at) => send(entry, shopperOf(busyAccount.account, random), at),
    );
  if (redelivered) {
    const receiver = receiverOf(redelivered.service);
    for (let at = onset; at < end; at += redelivered.everyMs * between(0.9, 1.1, random)) {
      const trace = new Trace(outage, drawShopper(random), random, 'production', newTraceId(random), accountKey);
      trace.handle(receiver, at, hex(16, random), {
        'messaging.system': 'kafka',
        'messaging.destination.name': 'orders',
        'messaging.operation.type': 'process',
        'messaging.message.id': redelivered.messageId,
      });
      traffic.spans.push(...trace.spans);
      traffic.logs.push(...trace.logs);
    }
  }
  return traffic;
}

function drawEntry(random: Random): Operation {
  let left = random();
  for (const { share, operation } of ENTRIES) {
    left -= share;
    if (left < 0) return operation;
  }
  return ENTRIES[0]?.operation ?? { service: 'web', name: 'GET /', ownMs: 1, calls: [] };
}

function receiverOf(service: string): Operation {
  const queues = (operation: Operation): Queue[] =>
    operation.calls.flatMap((called) => ('queue' in called ? [called] : 'service' in called ? queues(called) : []));
  const receivers = ENTRIES.flatMap(({ operation }) => queues(operation)).flatMap(({ receivers: all }) => all);
  const found = receivers.find((one) => one.service === service);
  if (!found) throw new Error(`${service} receives no messages`);
  return found;
}
