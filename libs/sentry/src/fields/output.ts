import { toJsonText, type Budget, type Json, type JsonAttribute } from '@svc/otlp/wire';

export type SentrySignal = 'logs' | 'traces';

/** The origin of records: those of equal resources and scopes are written together. */
export interface Source {
  readonly resource: readonly JsonAttribute[];
  readonly scope?: string | undefined;
}

interface Group {
  readonly source: Source;
  readonly items: object[];
}

const NAMES = {
  logs: { group: 'resourceLogs', scopes: 'scopeLogs', items: 'logRecords' },
  traces: { group: 'resourceSpans', scopes: 'scopeSpans', items: 'spans' },
} as const;

/** Collects what an envelope becomes, and counts what of it is not stored. */
export class Output {
  readonly dropped: Record<string, number> = {};
  readonly carried: Record<string, number> = {};
  /** The text that identifies a source, which the spans of a transaction share. */
  readonly #known = new WeakMap<Source, string>();
  readonly #groups = { logs: new Map<string, Group>(), traces: new Map<string, Group>() };

  constructor(readonly budget: Budget) {}

  /** @param reason from a fixed set, because it is a label of a metric. */
  drop(reason: string, count = 1): void {
    if (count > 0) this.dropped[reason] = (this.dropped[reason] ?? 0) + count;
  }

  carry(kind: 'check_ins' | 'errors' | 'messages' | 'logs' | 'spans', count = 1): void {
    this.carried[kind] = (this.carried[kind] ?? 0) + count;
  }

  /** Adds a log record or a span in the JSON of OTLP. */
  add(signal: SentrySignal, source: Source, item: object): void {
    const groups = this.#groups[signal];
    const known = this.#known.get(source);
    const key = known ?? toJsonText([source.resource as unknown as Json, source.scope ?? null]);
    if (known === undefined) this.#known.set(source, key);
    let group = groups.get(key);
    if (!group) {
      // A resource and a scope cost about as much as another item.
      this.budget.take();
      groups.set(key, (group = { source, items: [] }));
    }
    group.items.push(item);
  }

  /** The request of a signal in the JSON of OTLP; undefined if there is nothing for it. */
  request(signal: SentrySignal): object | undefined {
    const { group, scopes, items } = NAMES[signal];
    const groups = [...this.#groups[signal].values()];
    if (groups.length === 0) return undefined;
    return {
      [group]: groups.map(({ source: { resource, scope }, items: content }) => ({
        resource: { attributes: resource },
        [scopes]: [{ scope: scope === undefined ? null : { name: scope }, [items]: content }],
      })),
    };
  }
}
