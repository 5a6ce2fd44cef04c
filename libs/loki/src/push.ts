import type { WireText } from '@svc/otlp/wire';

/** A label, or a piece of structured metadata. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

export interface Entry {
  /** Unsigned low and high half of the nanoseconds since the epoch. */
  readonly timeLow: number;
  readonly timeHigh: number;
  readonly line: WireText;
  readonly metadata: readonly Pair[];
}

export interface Stream {
  readonly labels: readonly Pair[];
  readonly entries: readonly Entry[];
}

/** A request of the push API. */
export interface Push {
  readonly streams: readonly Stream[];
  /** Number of labels that a client sends though only answers to queries have them: `parsed` of an entry. */
  readonly parsedLabels: number;
}
