import type { Conclusion, Entity, Evidence, Hypothesis } from '@svc/investigations';

/** The part of the evidence of an investigation that a reader may see. */
export class Visible {
  readonly #hidden: ReadonlySet<string>;

  /** @param scopes those of the reader. */
  constructor(
    evidence: readonly Pick<Evidence, 'id' | 'kind' | 'scopes'>[],
    private readonly scopes: readonly string[],
  ) {
    this.#hidden = new Set(evidence.filter((each) => this.missing(each).length > 0).map(({ id }) => id));
  }

  /** The scopes of evidence that the reader lacks. */
  missing({ scopes }: Pick<Evidence, 'scopes'>): string[] {
    return scopes.filter((scope) => !this.scopes.includes(scope));
  }

  /** Whether the reader may see all of this evidence. What cites none may rest on any, so it is shown only to whoever sees everything. */
  shows(ids: readonly string[]): boolean {
    return this.isComplete || (ids.length > 0 && ids.every((id) => !this.#hidden.has(id)));
  }

  /** Whether the reader may see everything. Words of the investigation as a whole are shown only then. */
  get isComplete(): boolean {
    return this.#hidden.size === 0;
  }

  /** Without the hypotheses that cite hidden evidence. */
  hypotheses(all: readonly Hypothesis[]): Hypothesis[] {
    return all.filter(({ evidenceIds }) => this.shows(evidenceIds));
  }

  /**
   * If there is hidden evidence, without the claims that cite it, without the words of the whole conclusion, and without the causes that no
   * visible hypothesis names, because they tell what the hidden evidence says. A model has read all evidence before it worded a claim, so
   * its claims are not shown at all.
   *
   * @param model that has worded the claims; null if the rules did.
   */
  conclusion(
    conclusion: Conclusion,
    hypotheses: readonly Hypothesis[],
    model: string | null,
  ): Partial<Conclusion> & Pick<Conclusion, 'level'> {
    const { level, causes, claims } = conclusion;
    if (this.isComplete) return conclusion;
    const shown = model === null ? claims.filter(({ evidenceIds }) => this.shows(evidenceIds)) : [];
    const named = this.hypotheses(hypotheses).map(({ cause }) => cause);
    return { level, claims: shown, causes: causes.filter((cause) => named.some((other) => isSame(cause, other))) };
  }
}

const isSame = (one: Entity, other: Entity): boolean => one.type === other.type && one.name === other.name;
