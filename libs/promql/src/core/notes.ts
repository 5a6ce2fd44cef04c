import { formatGeneral } from '../format/float.js';
import { quote } from '../format/quote.js';
import type { Span } from '../syntax/ast.js';
import { position } from '../syntax/position.js';

/** The number of different notes that are kept; a query of many metrics could make one for each. */
const MAX_NOTES = 1_000;

/** Buckets of a histogram whose counts fell, and the instants at which. */
export interface Forced {
  readonly minBucket: number;
  readonly maxBucket: number;
  readonly maxDiff: number;
}

interface ForcedNote extends Forced {
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly place: Span;
}

/** Collects the warnings and infos about a query, each once. */
export class Notes {
  readonly #warnings = new Set<string>();
  readonly #infos = new Set<string>();
  readonly #counted = new Map<string, { count: number; readonly place: Span }>();
  readonly #forced = new Map<string, ForcedNote>();

  constructor(readonly text: string) {}

  warn(message: string, place: Span): void {
    add(this.#warnings, `PromQL warning: ${message} (${position(this.text, place.start)})`);
  }

  /** Warns with the number of occurrences. */
  warnCounted(message: string, place: Span): void {
    const key = `${place.start}:${message}`;
    const note = this.#counted.get(key);
    if (note) note.count++;
    else if (this.#counted.size < MAX_NOTES) this.#counted.set(key, { count: 1, place });
  }

  info(message: string, place: Span): void {
    add(this.#infos, `PromQL info: ${message} (${position(this.text, place.start)})`);
  }

  /** Notes that the buckets of a histogram had to be fixed; one note for all instants. */
  forced(metric: string, time: number, forced: Forced, place: Span): void {
    const key = `${place.start}:${metric}`;
    const other = this.#forced.get(key);
    if (!other && this.#forced.size >= MAX_NOTES) return;
    this.#forced.set(key, {
      minBucket: Math.min(forced.minBucket, other?.minBucket ?? Infinity),
      maxBucket: Math.max(forced.maxBucket, other?.maxBucket ?? -Infinity),
      maxDiff: Math.max(forced.maxDiff, other?.maxDiff ?? 0),
      count: (other?.count ?? 0) + 1,
      first: Math.min(time, other?.first ?? Infinity),
      last: Math.max(time, other?.last ?? -Infinity),
      place,
    });
  }

  get warnings(): string[] {
    const counted = [...this.#counted].map(([key, { count, place }]) => {
      const occurrences = count > 1 ? ` (${count} occurrences)` : '';
      return `PromQL warning: ${key.slice(key.indexOf(':') + 1)}${occurrences} (${position(this.text, place.start)})`;
    });
    return [...this.#warnings, ...counted];
  }

  get infos(): string[] {
    return [
      ...this.#infos,
      ...[...this.#forced].map(([key, note]) => this.#describe(key.slice(key.indexOf(':') + 1), note)),
    ];
  }

  #describe(metric: string, { minBucket, maxBucket, maxDiff, count, first, last, place }: ForcedNote): string {
    const link = 'https://prometheus.io/docs/prometheus/latest/querying/functions/#histogram_quantile';
    const buckets = `from buckets ${formatGeneral(minBucket)} to ${formatGeneral(maxBucket)}`;
    const difference = `with a max diff of ${formatGeneral(Number(maxDiff.toPrecision(2)))}`;
    const samples = `over ${count} samples from ${rfc3339(first)} to ${rfc3339(last)}`;
    const what = `input to histogram_quantile needed to be fixed for monotonicity (see ${link})${forMetric(metric)}`;
    return `PromQL info: ${what}, ${buckets}, ${difference}, ${samples} (${position(this.text, place.start)})`;
  }
}

/** Names the metric at the end of a message, if it has a name. */
export function forMetric(name: string): string {
  return name === '' ? '' : ` for metric name ${quote(name)}`;
}

function add(notes: Set<string>, note: string): void {
  if (notes.size < MAX_NOTES) notes.add(note);
}

function rfc3339(milliseconds: number): string {
  return new Date(Math.floor(milliseconds / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
}
