import { scopesOf, type Check } from '../checks/check.js';
import { canonicalJson } from '../evidence/canonical.js';
import type { FactSource } from '../facts/fact-source.js';
import type { FactName, FactParameters, Facts } from '../facts/facts.js';
import type { EngineEvent, EngineRequest, Evidence, EvidenceKind } from '../model.js';
import type { Signal } from '../signals/signal.js';
import type { Turns } from '../turns.js';
import { toCheckFailure } from './check-failure.js';

/** The findings of a check. */
export interface Found<Name extends FactName> {
  readonly facts: Facts[Name] | undefined;
  readonly signals: readonly Signal[];
  readonly evidence: readonly Evidence[];
}

/** One run: its budget, and the evidence that it has found. */
export class Run {
  readonly evidence: Evidence[];
  readonly #startedAt: number;
  /** Results by reading and parameters, as several checks interpret the same facts. */
  readonly #read = new Map<
    string,
    { readonly facts: unknown; readonly bytesRead: number; readonly durationMs: number }
  >();
  readonly #lookedAt = new Set<EvidenceKind>();
  readonly #notLookedAt = new Set<EvidenceKind>();
  #queries = 0;

  constructor(
    private readonly source: FactSource,
    private readonly request: EngineRequest,
    private readonly signal: AbortSignal,
    private readonly turns: Turns,
    private readonly monotonicMs: () => number,
  ) {
    this.evidence = [...request.known];
    this.#startedAt = monotonicMs();
  }

  /** The kinds of evidence whose checks all failed or were left out. */
  get notLookedAt(): readonly EvidenceKind[] {
    return [...this.#notLookedAt].filter((kind) => !this.#lookedAt.has(kind));
  }

  /**
   * Runs a check within the budget, and yields its step and its new evidence. A check whose kinds the starter may not read is left out. One
   * that nobody asked for is run without a step and evidence, because the conclusion follows from all checks, whatever a message asks for.
   *
   * @param readWith parameters of the reading, if several checks interpret what is read once.
   */
  async *perform<Name extends FactName>(
    check: Check<Name>,
    parameters: FactParameters,
    readWith: FactParameters = parameters,
  ): AsyncGenerator<EngineEvent, Found<Name>> {
    const nothing: Found<Name> = { facts: undefined, signals: [], evidence: [] };
    const isAsked = this.isAsked(check);
    if (check.kinds.some((kind) => this.request.omittedKinds.includes(kind))) {
      this.#leaveOut(check);
      if (isAsked)
        yield { type: 'step', check: check.name, text: `${check.text}: left out, because the starter may not read it` };
      return nothing;
    }
    if (isAsked) yield { type: 'step', check: check.name, text: check.text };
    if (this.#isSpent()) {
      this.#leaveOut(check);
      yield { type: 'failed_check', check: check.name, reason: 'budget' };
      return nothing;
    }
    try {
      const { facts, bytesRead, durationMs } = await this.#facts(check.reading, readWith);
      const source = { check: check.name, parameters, scopes: scopesOf(check, parameters), bytesRead, durationMs };
      const { signals, evidence } = await check.interpret(facts, parameters, source, this.turns);
      for (const kind of check.kinds) this.#lookedAt.add(kind);
      for (const one of isAsked ? evidence : []) {
        if (this.evidence.some(({ id }) => id === one.id)) continue;
        this.evidence.push(one);
        yield { type: 'evidence', evidence: one };
      }
      return { facts, signals, evidence };
    } catch (error) {
      const reason = toCheckFailure(error);
      // The first reading shows whether the store can be read at all.
      if (reason === undefined || this.signal.aborted || (reason === 'unavailable' && this.#read.size === 0))
        throw error;
      this.#leaveOut(check);
      yield { type: 'failed_check', check: check.name, reason };
      return nothing;
    }
  }

  /** Whether nobody asked for particular kinds, or somebody asked for one of this check. */
  isAsked({ kinds }: Pick<Check, 'kinds'>): boolean {
    const { onlyKinds } = this.request;
    return !onlyKinds || kinds.some((kind) => onlyKinds.includes(kind));
  }

  /** Whether a message asks for a kind of this check. */
  isRequested(check: Pick<Check, 'kinds'>): boolean {
    return this.request.onlyKinds !== undefined && this.isAsked(check);
  }

  #leaveOut({ kinds }: Pick<Check, 'kinds'>): void {
    for (const kind of kinds) this.#notLookedAt.add(kind);
  }

  async #facts<Name extends FactName>(name: Name, parameters: FactParameters) {
    const key = `${name} ${canonicalJson(parameters)}`;
    const known = this.#read.get(key);
    if (known) return { facts: known.facts as Facts[Name], bytesRead: known.bytesRead, durationMs: known.durationMs };
    this.signal.throwIfAborted();
    const startedAt = this.monotonicMs();
    const { budget, projectId } = this.request;
    const limits = { timeoutMs: Math.min(budget.queryMs, this.#remainingMs()), bytes: budget.bytesPerQuery };
    this.#queries++;
    const { facts, bytesRead } = await this.source.read(name, { projectId, parameters, limits, signal: this.signal });
    const durationMs = Math.round(this.monotonicMs() - startedAt);
    this.#read.set(key, { facts, bytesRead, durationMs });
    return { facts, bytesRead, durationMs };
  }

  #remainingMs(): number {
    return Math.max(0, this.request.budget.totalMs - (this.monotonicMs() - this.#startedAt));
  }

  #isSpent(): boolean {
    return this.#queries >= this.request.budget.queries || this.#remainingMs() === 0;
  }
}
