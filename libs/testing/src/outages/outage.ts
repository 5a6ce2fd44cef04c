import type { Agent } from './shop/calls.js';
import type { Shopper } from './shop/shopper.js';

/** A call of a service, of a target without telemetry, or of a queue, as it begins. */
export interface Call {
  /** Name of the service, the target or the queue. */
  readonly of: string;
  readonly operation: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly version: string;
  readonly shopper: Shopper;
  /** The ID of the message that is processed. */
  readonly messageId?: string;
}

/** The effect of a fault on a call. */
export interface Effect {
  /** The call fails with this message. */
  readonly fails?: string;
  readonly slowerMs?: number;
  /** The call does not reach the service: only its caller sees it. */
  readonly isUnreached?: boolean;
}

export type Fault = (call: Call, random: () => number) => Effect | undefined;

/** A new version of a service. */
export interface Deploy {
  readonly service: string;
  /** Epoch milliseconds of the first instance. */
  readonly at: number;
  readonly version: string;
  /** Instances that get it. */
  readonly instances: number;
  /** The name of the release as it is announced. */
  readonly release: string;
}

/** A flag that is switched on when the changes are made, and the requests on whose spans it stands. */
export interface FlagChange {
  readonly key: string;
  readonly service: string;
  readonly environment: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly isOn: (shopper: Shopper) => boolean;
}

/** A gauge of a service, with a point each minute. */
export interface Gauge {
  readonly service: string;
  readonly metric: string;
  readonly unit: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly value: (at: number, random: number) => number;
}

/** Times of an outage in epoch milliseconds. */
export interface OutageTimes {
  readonly start: number;
  readonly onset: number;
  readonly end: number;
}

/** What happens in the shop, and what an investigation of it should name. */
export interface Outage {
  readonly name: string;
  /** Simultaneous causes, each with the names that are right for it; none if nothing is wrong. */
  readonly causes: readonly (readonly string[])[];
  readonly question: string;
  readonly faults: readonly Fault[];
  readonly deploys: readonly Deploy[];
  readonly flags: readonly FlagChange[];
  readonly gauges: readonly Gauge[];
  /** Factor of the requests at a time. */
  readonly traffic?: (at: number) => number;
  /** A week earlier the shop had the same traffic, too. */
  readonly isWeekly?: boolean;
  /** An account and the factor of its requests for pages of a service since the onset. */
  readonly busyAccount?: { readonly account: string; readonly factor: number; readonly entry: string };
  /** Messages that are delivered again and again: a receiver, and the ID of the message. */
  readonly redelivered?: { readonly service: string; readonly messageId: string; readonly everyMs: number };
  /** Milliseconds that a message waits in the queue. */
  readonly queueDelay?: (receiver: string, at: number) => number;
  readonly agent?: (at: number, usual: Agent) => Agent;
  /** Share of the traces that are kept. */
  readonly sampled: number;
  /** A service whose clock is ahead. */
  readonly skew?: { readonly service: string; readonly ms: number };
}
