/** The projects of a queue that a claim prefers others to, and those that it leaves out. */
export interface ClaimOrder {
  /** Had a turn since the last round began. */
  readonly served: readonly string[];
  /** Have as many running jobs as one project may have. */
  readonly full: readonly string[];
}

/** Owner of jobs that belong to no project. */
export const NO_PROJECT = '00000000-0000-0000-0000-000000000000';

/** Projects in a round; a longer list would cost more in every claim than a turn is worth. */
const MAX_SERVED = 1_000;
/**
 * After a claim that found no job of other projects, the next ones do not look for any for this long, because the search passes all due
 * jobs of the projects that had their turn.
 */
const ALONE_MS = 250;

/**
 * Shares the places of a queue in one process: projects have turns, so a project with one job waits for as many jobs as there are other
 * projects, not for all of theirs.
 */
export class ProjectTurns {
  readonly #running = new Map<string, number>();
  readonly #served = new Set<string>();
  #aloneUntil = Number.NEGATIVE_INFINITY;

  /** @param share the most running jobs of one project. */
  constructor(private readonly share: number) {}

  /** @param nowMs on a clock that is never set back. */
  next(nowMs: number): ClaimOrder {
    const full = [...this.#running].flatMap(([project, count]) => (count >= this.share ? [project] : []));
    return { served: nowMs < this.#aloneUntil ? [] : [...this.#served], full };
  }

  /** A job was claimed by the order of `next`. */
  begin(projectId: string | null, nowMs: number): void {
    const project = projectId ?? NO_PROJECT;
    this.#running.set(project, (this.#running.get(project) ?? 0) + 1);
    if (this.#served.has(project)) {
      this.#served.clear();
      this.#aloneUntil = nowMs + ALONE_MS;
    }
    if (this.#served.size >= MAX_SERVED) this.#served.clear();
    this.#served.add(project);
  }

  end(projectId: string | null): void {
    const project = projectId ?? NO_PROJECT;
    const rest = (this.#running.get(project) ?? 0) - 1;
    if (rest > 0) this.#running.set(project, rest);
    else this.#running.delete(project);
  }
}
