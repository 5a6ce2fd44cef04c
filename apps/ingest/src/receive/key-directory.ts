import { hashSecret, KEY_CACHE_TTL_MS } from '@svc/auth';
import { KeyRefusal, type KeysResolveResponse } from '@svc/contract';
import { notFound, projectConflict, ServiceError, type ErrorCode } from '@svc/service-error';
import { LRUCache } from 'lru-cache';
import type { NamedProject } from './project-selector.js';

/** Entries older than this are renewed in the background: half of the time that a revocation may take. */
const RENEW_MS = KEY_CACHE_TTL_MS / 2;
/**
 * The time for which known keys continue to work while the gateway does not respond; no key can be revoked during that
 * time either.
 */
const STALE_MS = 10 * 60_000;
const MAX_ENTRIES = 10_000;

/** Looks up a credential at the gateway, which owns the keys. */
export type ResolveKey = (secretSha256: Uint8Array, project: NamedProject) => Promise<KeysResolveResponse>;

interface Entry {
  answer: KeysResolveResponse;
  at: number;
  renewing: boolean;
}

/** Refusals of the credential, which precede those of scope and project, as at the gateway. */
const REFUSALS: Partial<Record<KeyRefusal, ErrorCode>> = {
  [KeyRefusal.UNKNOWN]: 'unauthenticated',
  [KeyRefusal.EXPIRED]: 'key_expired',
  [KeyRefusal.REVOKED]: 'key_revoked',
};

/** Caches resolved keys, so that only the first request of a key causes a lookup. Refusals are cached too. */
export class KeyDirectory {
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  readonly #pending = new Map<string, Promise<KeysResolveResponse>>();
  /** Incremented whenever the cache is cleared, so that the result of an earlier lookup is not cached afterwards. */
  #generation = 0;

  constructor(
    private readonly resolveKey: ResolveKey,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns the accepted key or throws the refusal. Returns synchronously when the key is cached.
   *
   * @param scope that the key must have; any if absent.
   */
  resolve(secret: string, project: NamedProject, scope?: string): KeysResolveResponse | Promise<KeysResolveResponse> {
    const sha256 = hashSecret(secret);
    const id = [Buffer.from(sha256).toString('latin1'), project.projectId, project.projectSelector].join('\n');
    const entry = this.#entries.get(id);
    const age = entry ? this.now() - entry.at : Infinity;
    if (entry && age < KEY_CACHE_TTL_MS) {
      if (age > RENEW_MS && !entry.renewing) this.#renew(id, sha256, project, entry);
      return this.#accept(entry.answer, scope);
    }
    return this.#lookUp(id, sha256, project).then(
      (answer) => this.#accept(answer, scope),
      (error: unknown) => {
        if (entry && age < STALE_MS && isUnavailable(error)) return this.#accept(entry.answer, scope);
        throw error;
      },
    );
  }

  /** Clears the cache, so that a revocation takes effect with the next request. */
  clear(): void {
    this.#generation += 1;
    this.#pending.clear();
    this.#entries.clear();
  }

  #accept(answer: KeysResolveResponse, scope: string | undefined): KeysResolveResponse {
    const refusal = REFUSALS[answer.refusal];
    if (refusal) throw new ServiceError(refusal);
    if (answer.expiresAt && Number(answer.expiresAt.seconds) * 1000 <= this.now())
      throw new ServiceError('key_expired');
    if (scope !== undefined) requireScope(answer, scope);
    if (answer.refusal === KeyRefusal.UNKNOWN_PROJECT) throw notFound();
    if (answer.refusal !== KeyRefusal.UNSPECIFIED) throw projectConflict();
    return answer;
  }

  #renew(id: string, sha256: Uint8Array, project: NamedProject, entry: Entry): void {
    entry.renewing = true;
    // After a failed renewal the entry expires by its age, and the next request looks the key up.
    this.#lookUp(id, sha256, project).catch(() => (entry.renewing = false));
  }

  #lookUp(id: string, sha256: Uint8Array, project: NamedProject): Promise<KeysResolveResponse> {
    const pending = this.#pending.get(id);
    if (pending) return pending;
    // The age counts from the start of the lookup, because the answer may be that old.
    const at = this.now();
    const generation = this.#generation;
    const answer = this.resolveKey(sha256, project)
      .then((found) => {
        if (generation !== this.#generation) return found;
        this.#entries.set(id, { answer: found, at, renewing: false });
        return found;
      })
      .finally(() => {
        if (this.#pending.get(id) === answer) this.#pending.delete(id);
      });
    this.#pending.set(id, answer);
    return answer;
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'unavailable' || error.code === 'timeout');
}

/** Refuses a key without the scope. The error names the scope, which is public. */
export function requireScope(key: KeysResolveResponse, scope: string): void {
  if (!key.scopes.includes(scope)) {
    throw new ServiceError('permission_denied', { message: `The credential lacks the scope ${scope}.` });
  }
}
