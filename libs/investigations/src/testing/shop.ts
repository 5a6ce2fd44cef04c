import type { FactRequest, FactSource } from '../facts/fact-source.js';
import type {
  CallFact,
  FactParameters,
  Facts,
  FactName,
  OperationFact,
  RequestBucket,
  StepFact,
} from '../facts/facts.js';
import type { Entity, Window } from '../model.js';
import { agentBuckets, type AgentRuns } from './agents.js';
import { metricFacts, type MetricOfService } from './metrics.js';
import { pathFacts } from './paths.js';

/** The fault of a service, a target or a connection from the onset on. */
export interface Trouble {
  /** Share of the calls that fail by themselves. */
  readonly fails?: number;
  /** Milliseconds that each call takes longer by itself. */
  readonly slowerMs?: number;
}

export interface Outage {
  /** By the name of a service or target. */
  readonly troubles?: Readonly<Record<string, Trouble>>;
  /** Factor of the traffic since the onset. */
  readonly traffic?: number;
  /** Epoch milliseconds before which there are no requests. */
  readonly firstRequest?: number;
  /** The same a week earlier. */
  readonly isWeekly?: boolean;
  readonly changes?: Facts['changes'];
  readonly values?: readonly ValueOfRequests[];
  readonly agents?: readonly AgentRuns[];
  readonly metrics?: readonly MetricOfService[];
  readonly settings?: Facts['settings']['changes'];
  readonly accounts?: Facts['accounts'];
}

/** A value of an attribute of the requests of a service. */
export interface ValueOfRequests {
  readonly service: string;
  readonly key: string;
  readonly value: string;
  /** Epoch milliseconds from which requests have the value; always if absent. */
  readonly since?: number;
  /** Shares of the failing and of the other requests that have the value from then on. */
  readonly ofBad: number;
  readonly ofGood: number;
}

export const ONSET = Date.parse('2026-11-29T12:00:00Z');
export const END = ONSET + 30 * 60_000;
const WEEK = 7 * 86_400_000;

/** A shop: who calls whom, with calls for each request of the caller. */
const CALLS: readonly (readonly [caller: string, callee: Entity, calls: number])[] = [
  ['web', { type: 'service', name: 'checkout' }, 0.5],
  ['web', { type: 'service', name: 'search' }, 0.5],
  ['checkout', { type: 'service', name: 'payments' }, 1],
  ['checkout', { type: 'service', name: 'stock' }, 1],
  ['payments', { type: 'database', name: 'ledger' }, 1],
  ['stock', { type: 'database', name: 'goods' }, 1],
];
const SERVICES = ['web', 'checkout', 'search', 'payments', 'stock'];
/** Requests in a minute. */
const RATE = 200;
const OWN_MS = 10;

/** The facts of a shop with an outage, in memory: errors and delays reach all callers, as they do in traces. */
export class Shop implements FactSource {
  constructor(
    private readonly outage: Outage,
    private readonly random: () => number,
  ) {}

  read<Name extends FactName>(name: Name, request: FactRequest) {
    const facts: Facts = {
      requests: this.#requests(request.parameters),
      calls: CALLS.map(([caller, callee, calls]) => this.#call(caller, callee, calls)),
      operations: SERVICES.map((service) => this.#operation(service, request.parameters)),
      steps: SERVICES.flatMap((service) => this.#steps(service)),
      paths: [false, true].flatMap((isAbnormal) => this.#paths(isAbnormal)),
      changes: this.outage.changes ?? [],
      attributes: this.#attributes(request.parameters),
      shares: { totals: [], values: [] },
      issues: [],
      affected: { persons: 0, requests: 0, isSampled: false },
      accounts: this.outage.accounts ?? { accounts: 0, first: [], isSampled: false },
      agents: agentBuckets(this.outage.agents ?? [], ONSET, request.parameters, (expected) => this.#noisy(expected)),
      metrics: metricFacts(this.outage.metrics ?? [], request.parameters, this.random),
      settings: { changes: this.outage.settings ?? [], isComplete: true },
    };
    return Promise.resolve({ facts: facts[name], bytesRead: 1_000 });
  }

  retentionStart(): Promise<number> {
    return Promise.resolve(ONSET - 4 * WEEK);
  }

  #requests({
    abnormal,
    normal,
    bucketMs,
  }: {
    abnormal: Window;
    normal: readonly Window[];
    bucketMs: number;
  }): RequestBucket[] {
    const first = Math.min(abnormal.start, ...normal.map(({ start }) => start));
    const starts = Array.from(
      { length: Math.ceil((abnormal.end - first) / bucketMs) },
      (_, index) => first + index * bucketMs,
    );
    const { firstRequest = 0 } = this.outage;
    return starts
      .filter((start) => start >= firstRequest)
      .flatMap((start) =>
        SERVICES.map((service): RequestBucket => {
          const isIn = (at: number): boolean => start >= at && start < at + (END - ONSET);
          const isBusy = isIn(ONSET) || (this.outage.isWeekly === true && isIn(ONSET - WEEK));
          const expected = RATE * shareOf(service) * (bucketMs / 60_000) * (isBusy ? (this.outage.traffic ?? 1) : 1);
          const requests = this.#noisy(expected);
          const { failed, addedMs } = isIn(ONSET) ? this.#suffered(service) : { failed: 0, addedMs: 0 };
          const errors = Math.min(requests, this.#noisy(requests * (0.002 + failed)));
          return { service, start, requests, errors, latencyMs: (60 + addedMs) * (0.95 + 0.1 * this.random()) };
        }),
      );
  }

  /** A tenth of the requests since the onset failed. Only requests of the abnormal window are counted, as in the store. */
  #attributes({ abnormal, services }: { abnormal: Window; services: readonly string[] }): Facts['attributes'] {
    const values = (this.outage.values ?? []).filter(({ service }) => services.includes(service));
    const minutes = (since: number, until: number): number =>
      Math.max(0, until - Math.max(since, abnormal.start)) / 60_000;
    const failing = (since: number): number => Math.round((RATE / 20) * minutes(Math.max(since, ONSET), abnormal.end));
    const others = (since: number): number => Math.round((RATE / 2) * minutes(since, abnormal.end)) - failing(since);
    return {
      totals: [...new Set(values.map(({ service }) => service))].map((service) => ({
        service,
        bad: failing(0),
        good: others(0),
      })),
      values: values.map(({ service, key, value, since = 0, ofBad, ofGood }) => ({
        service,
        key,
        value,
        bad: Math.round(failing(since) * ofBad),
        good: Math.round(others(since) * ofGood),
      })),
    };
  }

  #operation(service: string, parameters: FactParameters): OperationFact {
    const { fails = 0, slowerMs = 0 } = this.outage.troubles?.[service] ?? {};
    const side = (calls: number, share: number, ms: number, failed: number) => ({
      calls,
      errors: Math.round(calls * failed),
      ownErrors: this.#noisy(calls * share),
      ownTime: { count: calls, mean: Math.log2(ms * 1e6), variance: 0.3 },
      ownMs: ms,
    });
    const { failed } = this.#suffered(service);
    return {
      service,
      operation: `handle ${service}`,
      sides: {
        normal: side(2_000, 0.002, OWN_MS, 0.002),
        abnormal: side(1_000, 0.002 + fails, OWN_MS + slowerMs, failed),
      },
      buckets: bucketsOf(parameters).map((start) => {
        const isIn = start >= ONSET;
        const calls = this.#noisy(100);
        const ownErrors = Math.min(calls, this.#noisy(calls * (0.002 + (isIn ? fails : 0))));
        const ms = (OWN_MS + (isIn ? slowerMs : 0)) * (0.95 + 0.1 * this.random());
        return { start, calls, ownErrors, timed: calls, ownTime: Math.log2(ms * 1e6) };
      }),
    };
  }

  #call(caller: string, callee: Entity, calls: number): CallFact {
    const suffered = callee.type === 'service' ? this.#suffered(callee.name) : this.#trouble(callee.name);
    const side = (count: number, failed: number, ms: number) => ({
      calls: Math.round(count * calls),
      errors: Math.round(count * calls * failed),
      duration: { count: Math.round(count * calls), mean: Math.log2(ms * 1e6), variance: 0.3 },
      wireMs: { count: callee.type === 'service' ? Math.round(count * calls) : 0, mean: 2, variance: 1 },
    });
    return {
      caller,
      callee,
      sides: { normal: side(2_000, 0.002, 20), abnormal: side(1_000, suffered.failed, 20 + suffered.addedMs) },
    };
  }

  /** A service logs each error, its own as well as those of its callees. */
  #steps(service: string): StepFact[] {
    const { failed } = this.#suffered(service);
    const share = { normal: this.#noisy(4), abnormal: this.#noisy(2 + failed * 1_000) };
    const steps = (step: string, severity: number, sides: StepFact['sides']): StepFact => ({
      service,
      operation: `handle ${service}`,
      type: 'log',
      step,
      severity,
      calls: { normal: 2_000, abnormal: 1_000 },
      sides,
      firstSeen: ONSET + 1_000,
    });
    return [
      steps(`${service} could not answer <number>`, 17, share),
      steps('request received', 9, { normal: 2_000, abnormal: 1_000 }),
    ];
  }

  /** Traces of orders: the shop does one thing after the other. */
  #paths(isAbnormal: boolean): Facts['paths'] {
    const own = SERVICES.filter((name) => name !== 'search').map((name) => {
      const { addedMs } = isAbnormal ? this.#trouble(name) : { addedMs: 0 };
      return [`${name}: handle ${name}`, OWN_MS + addedMs] as const;
    });
    return pathFacts({ root: 'web: handle web', isAbnormal, count: 40 }, Object.fromEntries(own), this.random);
  }

  #trouble(name: string): { failed: number; addedMs: number } {
    const { fails = 0, slowerMs = 0 } = this.outage.troubles?.[name] ?? {};
    return { failed: fails, addedMs: slowerMs };
  }

  /** The faults of a service itself and of all that it calls. */
  #suffered(name: string): { failed: number; addedMs: number } {
    let { failed, addedMs } = this.#trouble(name);
    for (const [caller, callee, calls] of CALLS) {
      if (caller !== name) continue;
      const below = this.#suffered(callee.name);
      failed = 1 - (1 - failed) * (1 - Math.min(1, below.failed * calls));
      addedMs += below.addedMs * calls;
    }
    return { failed, addedMs };
  }

  /** A number around the expected one, spread like independent events. */
  #noisy(expected: number): number {
    const normal = Array.from({ length: 12 }, () => this.random()).reduce((sum, value) => sum + value, -6);
    return Math.max(0, Math.round(expected + normal * Math.sqrt(expected)));
  }
}

/** The starts of the buckets of both sides. */
function bucketsOf({ normal, abnormal, bucketMs }: FactParameters): number[] {
  return [...normal, abnormal].flatMap(({ start, end }) =>
    Array.from({ length: Math.floor((end - start) / bucketMs) }, (_, index) => start + index * bucketMs),
  );
}

/** Requests of a service for each request of the shop. */
function shareOf(service: string): number {
  return service === 'web' ? 1 : 0.5;
}
