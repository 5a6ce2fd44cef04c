import type { Topology } from '@svc/testing';

/** Gives the service with the project for the case of a number. */
export type TopologyOf = (index: number) => Promise<Topology>;

/** A window that is to be investigated, and what was injected in it; nothing in a window without a fault. */
export interface Case {
  readonly name: string;
  /** The service with the project that has the data of the case. */
  readonly topology: Topology;
  readonly type: string;
  /** Simultaneous causes, each with the names that are right for it; none in a window without a fault. */
  readonly causes: readonly (readonly string[])[];
  /** Services in which the symptom was seen; all if absent. */
  readonly services?: readonly string[];
  /** Epoch milliseconds; the last hour if absent. */
  readonly window?: { readonly start: number; readonly end: number };
  /** Without it, the question names the services. */
  readonly question?: string;
  /** Whether the case may be looked at while the engine is tuned; figures of the others are reported. */
  readonly isTuning: boolean;
}
