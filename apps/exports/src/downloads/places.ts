/** Counts what each project has at the same time. */
export class Places {
  readonly #taken = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** @returns whether a place was free; the caller has to release it. */
  take(project: string): boolean {
    const taken = this.#taken.get(project) ?? 0;
    if (this.limit > 0 && taken >= this.limit) return false;
    this.#taken.set(project, taken + 1);
    return true;
  }

  giveBack(project: string): void {
    const taken = (this.#taken.get(project) ?? 0) - 1;
    if (taken > 0) this.#taken.set(project, taken);
    else this.#taken.delete(project);
  }
}
