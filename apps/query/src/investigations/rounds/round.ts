import { createHash } from 'node:crypto';
import {
  unreadableKinds,
  type Conclusion,
  type EngineEvent,
  type Evidence,
  type Hypothesis,
  type InvestigationEngine,
  type Scope,
} from '@svc/investigations';
import { groundConclusion, groundHypotheses, inconclusive, toKnown } from '../terms/grounding.js';
import { BUDGET } from '../terms/limits.js';
import { type Findings, type Instruction, type NewEntry, type Usage, NO_USAGE } from '../terms/records.js';
import { permitted } from './permitted.js';
import { rerunAll } from './reruns.js';

/** The parts with which a round of an investigation works. */
export interface RoundRequest {
  readonly projectId: string;
  readonly round: number;
  readonly scope: Scope;
  readonly instruction: Instruction;
  /** Scopes that evidence may need. */
  readonly readScopes: readonly string[];
  /** Evidence of earlier rounds. */
  readonly known: readonly Evidence[];
  /** The conclusion of the last round, which stays if the engine does not look. */
  readonly before: Findings | undefined;
  readonly now: number;
}

/** Stores what a round has found so far. */
export type AddEntries = (entries: readonly NewEntry[], usage: Usage) => Promise<void>;

const NO_CONCLUSION = 'The checks ended without a conclusion.';
const NO_QUERIES_LEFT = `The ${BUDGET.queries} checks of a round were used up.`;

/** Runs the checks of one round, and stores each result as it arrives. A round that is repeated stores nothing twice. */
export class Round {
  readonly #evidence = new Map<string, Evidence>();
  /** Evidence that the starter may not read, so that nothing that rests on it is told. */
  readonly #withheld = new Map<string, Evidence>();
  #usage: Usage = NO_USAGE;
  #hypotheses: readonly Hypothesis[] = [];
  #conclusion: Conclusion | undefined;
  #onset: number | undefined;
  #isUsedUp = false;

  constructor(
    private readonly engine: InvestigationEngine,
    private readonly request: RoundRequest,
    private readonly add: AddEntries,
  ) {
    for (const evidence of request.known) this.#evidence.set(evidence.id, evidence);
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** All evidence, that of earlier rounds first. */
  get evidence(): readonly Evidence[] {
    return [...this.#evidence.values()];
  }

  async run(signal: AbortSignal): Promise<void> {
    const { reruns, isLooking } = this.request.instruction;
    const { engine, request } = this;
    const store = (...entries: readonly NewEntry[]) => this.add(entries, this.#usage);
    await rerunAll(
      reruns.flatMap((id) => this.#evidence.get(id) ?? []),
      { engine, request, signal, store, use: (used) => this.#use(used), usage: () => this.#usage },
    );
    if (isLooking) await this.#look(signal);
  }

  /** Returns the conclusion that the findings so far permit. @param reason why there is no other, if the engine has not concluded. */
  findings(reason = NO_CONCLUSION): Findings {
    const { instruction, before, readScopes } = this.request;
    if (!instruction.isLooking && before) return before;
    const known = toKnown(this.evidence);
    const found = { conclusion: this.#conclusion, hypotheses: this.#hypotheses, onset: this.#onset };
    const told = permitted(found, [...this.evidence, ...this.#withheld.values()], readScopes);
    const without = inconclusive(this.#isUsedUp ? NO_QUERIES_LEFT : reason);
    return {
      conclusion: groundConclusion(told.conclusion ?? without, known),
      hypotheses: groundHypotheses(told.hypotheses, known),
      onset: told.onset,
    };
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { projectId, scope, readScopes, known, instruction, now } = this.request;
    const omittedKinds = unreadableKinds(readScopes);
    const events = this.engine.run(
      {
        projectId,
        scope,
        omittedKinds,
        known,
        ...(instruction.kinds.length > 0 && { onlyKinds: instruction.kinds }),
        budget: { ...BUDGET, queries: Math.max(0, BUDGET.queries - this.#usage.queries) },
        now,
      },
      signal,
    );
    for await (const event of events) {
      await this.#take(event);
      if (this.#usage.queries > BUDGET.queries) {
        this.#isUsedUp = true;
        return;
      }
    }
  }

  async #take(event: EngineEvent): Promise<void> {
    const { round } = this.request;
    switch (event.type) {
      case 'step': {
        const { check, text } = event;
        this.#use({ queries: 1 });
        return this.#store({ kind: 'step', key: `step/${round}/${check}/${digest(text)}`, data: { check, text } });
      }
      case 'failed_check': {
        const { check, reason } = event;
        return this.#store({ kind: 'failed_check', key: `failed/${round}/${check}`, data: { check, reason } });
      }
      case 'evidence':
        return this.#takeEvidence(event.evidence);
      case 'hypotheses':
        this.#hypotheses = event.hypotheses;
        return;
      case 'conclusion':
        this.#conclusion = event.conclusion;
        this.#onset = event.onset;
    }
  }

  /** Evidence never changes, so that of an earlier round or attempt stays. */
  async #takeEvidence(evidence: Evidence): Promise<void> {
    const { id, kind, query } = evidence;
    this.#use(query);
    const missing = evidence.scopes.filter((scope) => !this.request.readScopes.includes(scope));
    if (missing.length > 0) {
      this.#withheld.set(id, evidence);
      return this.#store({
        kind: 'omission',
        key: `omission/${kind}/${missing.join()}`,
        data: { kind, scopes: missing },
      });
    }
    if (!this.#evidence.has(id)) this.#evidence.set(id, evidence);
    return this.#store({ kind: 'evidence', key: `evidence/${id}`, data: evidence });
  }

  #use({ queries = 0, bytesRead = 0, durationMs = 0 }: Partial<Usage>): void {
    const used = this.#usage;
    this.#usage = {
      ...used,
      queries: used.queries + queries,
      bytesRead: used.bytesRead + bytesRead,
      durationMs: used.durationMs + durationMs,
    };
  }

  #store(entry: NewEntry): Promise<void> {
    return this.add([entry], this.#usage);
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
