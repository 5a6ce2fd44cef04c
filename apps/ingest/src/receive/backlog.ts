import { ServiceError } from '@svc/service-error';

/** Milliseconds for which a reading of the backlog is used. */
const READING_MS = 500;
/** Milliseconds after which the bytes that a project has sent count half. */
const HALF_LIFE_MS = 10_000;
/** Part of the limit from which a project that sends everything is refused. */
const ALONE = 1 / 2;
/** Retry delay in seconds; the sink stores more than a hundred megabytes within that time. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Refuses requests while more data arrives than can be stored: the larger a project's part of the recent data, the
 * smaller the backlog at which it is refused. A project that sends everything is refused at half of the limit and one
 * that sends little at all of it, so a burst of one project leaves room for the others.
 */
export class Backlog {
  #bytes = 0;
  /** Bytes that were accepted since the last reading. */
  #since = 0;
  #readAtMs: number;
  #isReading = false;
  /** Bytes by project, older ones counting less. */
  readonly #recent = new Map<string, number>();
  #recentTotal = 0;

  /**
   * @param read the bytes of accepted requests that are not stored yet.
   * @param maxBytes the largest backlog.
   */
  constructor(
    private readonly read: () => Promise<number>,
    private readonly maxBytes: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.#readAtMs = nowMs() - READING_MS;
  }

  /**
   * Notes accepted bytes of a project. Refused bytes must not count: otherwise any sender could push back others by
   * sending them.
   */
  add(projectId: string, bytes: number): void {
    this.#recent.set(projectId, (this.#recent.get(projectId) ?? 0) + bytes);
    this.#recentTotal += bytes;
    this.#since += bytes;
  }

  /** @throws ServiceError concurrency_limited if too much waits to be stored for another request of this project. */
  check(projectId: string): void {
    this.#refresh();
    const share = this.#recentTotal > 0 ? (this.#recent.get(projectId) ?? 0) / this.#recentTotal : 0;
    if (this.#bytes + this.#since <= this.maxBytes * (1 - ALONE * share)) return;
    throw new ServiceError('concurrency_limited', {
      message: 'More arrives than can be stored at the moment; send this again later.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }

  /** Only requests cause readings, so that an idle service has nothing to do. */
  #refresh(): void {
    const now = this.nowMs();
    const ageMs = now - this.#readAtMs;
    if (this.#isReading || ageMs < READING_MS) return;
    this.#isReading = true;
    this.#readAtMs = now;
    this.#age(ageMs);
    this.#since = 0;
    const done = (): void => void (this.#isReading = false);
    // While the log does not respond, appends fail as well, so the last reading does no harm.
    void this.read()
      .then((bytes) => (this.#bytes = bytes))
      .then(done, done);
  }

  #age(ms: number): void {
    const factor = 2 ** (-ms / HALF_LIFE_MS);
    this.#recentTotal = 0;
    for (const [projectId, bytes] of this.#recent) {
      if (bytes * factor < 1) this.#recent.delete(projectId);
      else this.#recent.set(projectId, bytes * factor);
      this.#recentTotal += bytes * factor;
    }
  }
}
