import { toJsonText, type Budget, type Json, type JsonAttribute } from '@svc/otlp/wire';

export type SentrySignal = 'logs' | 'traces';

/** The origin of records: those of equal resources and scopes are written together. */
export interface Source {
  readonly resource: readonly JsonAttribute[];
  readonly scope?: string | undefined;
}

interface Group extends Source {
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
  readonly #groups = { logs: new Map<string, Group>(), traces: new Map<string, Group>() };

  constructor(readonly budget: Budget) {}

  /** @param reason from a fixed set, because it is a label of a metric. */
  drop(reason: string, count = 1): void {
    if (count > 0) this.dropped[reason] = (this.dropped[reason] ?? 0) + count;
  }

  carry(kind: 'errors' | 'messages' | 'logs' | 'spans', count = 1): void {
    this.carried[kind] = (this.carried[kind] ?? 0) + count;
  }

  /** Adds a log record or a span in the JSON of OTLP. */
  add(signal: SentrySignal, { resource, scope }: Source, item: object): void {
    const key = toJsonText([resource as unknown as Json, scope ?? null]);
    const groups = this.#groups[signal];
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { resource, scope, items: [] }));
    group.items.push(item);
  }

  /** The request of a signal in the JSON of OTLP; undefined if there is nothing for it. */
  request(signal: SentrySignal): object | undefined {
    const { group, scopes, items } = NAMES[signal];
    const groups = [...this.#groups[signal].values()];
    if (groups.length === 0) return undefined;
    return {
      [group]: groups.map(({ resource, scope, items: content }) => ({
        resource: { attributes: resource },
        [scopes]: [{ scope: scope === undefined ? null : { name: scope }, [items]: content }],
      })),
    };
  }
}
