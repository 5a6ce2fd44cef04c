import type { Call, Effect, Outage } from '../outage.js';
import { performAgent } from './agent-run.js';
import { INSTANCES, type Operation, type Queue, type Target } from './calls.js';
import { between, duration, hex, type Random } from './random.js';
import type { Attributes, LogRecord, Origin, SpanRecord } from './records.js';
import type { Shopper } from './shopper.js';
import { errorLogs, exceptionEvent, flagEvents, versionOf } from './spans.js';

export const KIND = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;

/** A caller gives up after this time. */
const TIMEOUT_MS = 5_000;
/** Share of the calls that fail for reasons of their own, at any time. */
const USUAL_FAILURES = 0.002;

interface Outcome {
  readonly end: number;
  readonly hasFailed: boolean;
}

/** A request to the shop, as its trace and the log records of its services show it. */
export class Trace {
  readonly spans: SpanRecord[] = [];
  readonly logs: LogRecord[] = [];

  constructor(
    readonly outage: Outage,
    readonly shopper: Shopper,
    readonly random: Random,
    readonly environment: string,
    readonly traceId: string,
    readonly accountKey: string,
  ) {}

  /** Handles a request or a message. */
  handle(operation: Operation, start: number, parent: string | undefined, more: Attributes = {}): Outcome {
    const origin = this.originOf(operation.service, start);
    const spanId = hex(16, this.random);
    const messageId = more['messaging.message.id'];
    const effect = this.#effectOf(operation.service, operation.name, start, origin.version, messageId);
    const own = duration(operation.ownMs, this.random) + (effect.slowerMs ?? 0) * between(0.7, 1.4, this.random);
    let at = start + own * 0.6;
    let message = effect.fails;
    let isOwn = message !== undefined;
    for (const called of message === undefined ? operation.calls : []) {
      const { end, hasFailed } =
        'service' in called
          ? this.#request(called, at, origin, spanId)
          : 'target' in called
            ? this.#ask(called, at, origin, spanId)
            : 'queue' in called
              ? this.#send(called, at, origin, spanId)
              : { end: performAgent(this, called, at, origin, spanId), hasFailed: false };
      at = end;
      if (!hasFailed) continue;
      isOwn = false;
      message =
        'service' in called
          ? `upstream ${called.service} answered 502`
          : `no answer to ${'name' in called ? called.name : 'send'}`;
      break;
    }
    const end = at + own * 0.4;
    const hasFailed = message !== undefined;
    this.spans.push({
      origin,
      traceId: this.traceId,
      spanId,
      ...(parent !== undefined && { parentSpanId: parent }),
      name: operation.name,
      kind: messageId === undefined ? KIND.server : KIND.consumer,
      start,
      end,
      hasFailed,
      attributes: {
        [this.accountKey]: this.shopper.account,
        'app.device': this.shopper.device,
        'geo.country': this.shopper.country,
        ...(operation.service === 'web' && { 'user.id': this.shopper.user }),
        ...more,
      },
      events: [
        ...flagEvents(this.outage, operation.service, this.environment, this.shopper, start),
        ...(message === undefined ? [] : exceptionEvent(message, isOwn, end)),
      ],
    });
    this.logs.push(
      ...errorLogs({ origin, traceId: this.traceId, spanId }, operation.name, end, message, isOwn, this.random),
    );
    return { end, hasFailed };
  }

  originOf(service: string, at: number): Origin {
    const place = Math.floor(this.random() * INSTANCES);
    return {
      service,
      version: versionOf(this.outage, service, place, at),
      instance: `${service}-${place}`,
      environment: this.environment,
    };
  }

  span(record: Omit<SpanRecord, 'traceId' | 'events'>): void {
    this.spans.push({ ...record, traceId: this.traceId, events: [] });
  }

  #effectOf(of: string, operation: string, at: number, version: string, messageId?: string | number): Effect {
    const call: Call = {
      of,
      operation,
      at,
      version,
      shopper: this.shopper,
      ...(messageId !== undefined && { messageId: String(messageId) }),
    };
    const effects =
      this.environment === 'production' ? this.outage.faults.flatMap((fault) => fault(call, this.random) ?? []) : [];
    if (effects.length === 0 && this.random() < USUAL_FAILURES) return { fails: 'connection reset by peer' };
    return {
      slowerMs: effects.reduce((sum, { slowerMs = 0 }) => sum + slowerMs, 0),
      ...effects.find(({ fails }) => fails !== undefined),
    };
  }

  /** A request to another service, as both see it. */
  #request(operation: Operation, start: number, origin: Origin, parent: string): Outcome {
    const spanId = hex(16, this.random);
    const {
      isUnreached,
      fails,
      slowerMs = 0,
    } = this.#effectOf(`to ${operation.service}`, operation.name, start, origin.version);
    const wire = between(0.5, 2, this.random);
    const answered =
      isUnreached === true
        ? { end: start + wire + slowerMs, hasFailed: true }
        : this.handle(operation, start + wire, spanId);
    const isLate = answered.end - start > TIMEOUT_MS;
    const end = isLate ? start + TIMEOUT_MS : answered.end + wire;
    const hasFailed = answered.hasFailed || isLate;
    const attributes: Attributes = {
      'server.address': `${operation.service}.shop.internal`,
      'server.port': 8443,
      ...(isUnreached === true && { 'error.type': 'tls', 'error.message': fails ?? '' }),
    };
    this.span({
      origin,
      spanId,
      parentSpanId: parent,
      name: operation.name,
      kind: KIND.client,
      start,
      end,
      hasFailed,
      attributes,
    });
    return { end, hasFailed };
  }

  /** A call of a part without telemetry. */
  #ask({ target, name, ms, attributes }: Target, start: number, origin: Origin, parent: string): Outcome {
    const effect = this.#effectOf(target, name, start, origin.version);
    const took = duration(ms, this.random) + (effect.slowerMs ?? 0) * between(0.7, 1.4, this.random);
    const hasFailed = effect.fails !== undefined || took > TIMEOUT_MS;
    const end = start + Math.min(took, TIMEOUT_MS);
    this.span({
      origin,
      spanId: hex(16, this.random),
      parentSpanId: parent,
      name,
      kind: KIND.client,
      start,
      end,
      hasFailed,
      attributes,
    });
    return { end, hasFailed };
  }

  /** A message that the receivers of the queue get later. */
  #send({ queue, receivers }: Queue, start: number, origin: Origin, parent: string): Outcome {
    const spanId = hex(16, this.random);
    const { fails, slowerMs = 0 } = this.#effectOf(queue, `send ${queue}`, start, origin.version);
    const end = start + duration(3, this.random) + slowerMs;
    const messaging = { 'messaging.system': 'kafka', 'messaging.destination.name': queue };
    const attributes = { ...messaging, 'messaging.operation.type': 'send' };
    const hasFailed = fails !== undefined;
    this.span({
      origin,
      spanId,
      parentSpanId: parent,
      name: `send ${queue}`,
      kind: KIND.producer,
      start,
      end,
      hasFailed,
      attributes,
    });
    if (hasFailed) return { end, hasFailed };
    for (const receiver of receivers) {
      const waits = duration(15, this.random) + (this.outage.queueDelay?.(receiver.service, end) ?? 0);
      const more = {
        ...messaging,
        'messaging.operation.type': 'process',
        'messaging.message.id': hex(12, this.random),
      };
      this.handle(receiver, end + waits, spanId, more);
    }
    return { end, hasFailed };
  }
}
