import { openDataKey, type KeyRing } from '@svc/encryption';
import { unavailable } from '@svc/service-error';
import { LRUCache } from 'lru-cache';

/** The key of a project as the key ring sealed it for its ID. */
export interface DataKey {
  readonly id: string;
  readonly wrapped: string;
}

/** A source of data keys for readers. */
export interface DataKeySource {
  /** The keys by ID; null for a destroyed one. Unknown IDs are omitted. Rejects if the keys cannot be looked up. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
}

const MAX_OPEN_KEYS = 1_000;
/** Processes forget keys, which may be destroyed since, after this long. */
const OPEN_MS = 10 * 60_000;

/** The keys of projects, opened with the key ring and kept for a while. */
export class DataKeys {
  readonly #open = new LRUCache<string, { readonly wrapped?: string; readonly key: KeyRing | null }>({
    max: MAX_OPEN_KEYS,
    ttl: OPEN_MS,
    ttlAutopurge: false,
  });

  constructor(
    private readonly keyRing: KeyRing | undefined,
    private readonly source: DataKeySource | undefined,
  ) {}

  /** @throws ServiceError unavailable if the key ring did not seal the key. */
  open({ id, wrapped }: DataKey): KeyRing {
    const known = this.#open.get(id);
    if (known?.key && known.wrapped === wrapped) return known.key;
    if (!this.keyRing) throw unavailable(new Error('the project has a key, and SVC_EVENT_LOG_KEYS is not set'));
    try {
      const key = openDataKey(this.keyRing, wrapped, id);
      this.#open.set(id, { wrapped, key });
      return key;
    } catch {
      throw unavailable(new Error('the key of the project was sealed by a key that SVC_EVENT_LOG_KEYS does not have'));
    }
  }

  /**
   * The keys by ID; null for a destroyed one.
   * @throws Error if a key is unknown or cannot be looked up or opened: skipping its records would lose acknowledged data.
   */
  async find(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, KeyRing | null>> {
    const found = new Map<string, KeyRing | null>();
    for (const id of ids) {
      const known = this.#open.get(id);
      if (known) found.set(id, known.key);
    }
    const missing = [...ids].filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    const wrapped = await this.source?.find(missing);
    for (const id of missing) {
      const text = wrapped?.get(id);
      if (text === undefined) throw new Error(`the key ${id} of the event log is unknown`);
      if (text === null) this.#open.set(id, { key: null });
      found.set(id, text === null ? null : this.open({ id, wrapped: text }));
    }
    return found;
  }
}
