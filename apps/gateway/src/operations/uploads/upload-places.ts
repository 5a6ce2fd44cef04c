import { ServiceError } from '@svc/service-error';

/** Requests with a part in memory, of all projects and of each. */
const PLACES = { total: 32, each: 4 } as const;
const RETRY_AFTER_SECONDS = 5;

/** Limits the uploads that this process receives at the same time. */
export class UploadPlaces {
  readonly #byProject = new Map<string, number>();
  #total = 0;

  /**
   * Runs work in a place.
   *
   * @throws ServiceError concurrency_limited if no place is free.
   */
  async run<Result>(projectId: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#byProject.get(projectId) ?? 0;
    if (this.#total >= PLACES.total || own >= PLACES.each)
      throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#total += 1;
    this.#byProject.set(projectId, own + 1);
    try {
      return await work();
    } finally {
      this.#total -= 1;
      const left = (this.#byProject.get(projectId) ?? 1) - 1;
      if (left > 0) this.#byProject.set(projectId, left);
      else this.#byProject.delete(projectId);
    }
  }
}
