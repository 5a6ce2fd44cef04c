import { toCheckFailure, type CheckFailure, type Evidence, type InvestigationEngine } from '@svc/investigations';
import { BUDGET, TimeLimitReached } from '../terms/limits.js';
import type { NewEntry, Rerun, Usage } from '../terms/records.js';

/** The round in which evidence is run again. */
export interface RerunningRound {
  readonly engine: InvestigationEngine;
  readonly request: { readonly projectId: string; readonly round: number };
  readonly signal: AbortSignal;
  readonly usage: () => Usage;
  readonly use: (used: Partial<Usage>) => void;
  readonly store: (...entries: readonly NewEntry[]) => Promise<void>;
}

/**
 * Runs evidence again, one after the other, and stores each result. A failure, and evidence for which no time or no check of the round is
 * left, is stored as a failed check.
 *
 * @throws the reason of the signal.
 */
export async function rerunAll(all: readonly Evidence[], round: RerunningRound): Promise<void> {
  const { signal, usage } = round;
  for (const [index, evidence] of all.entries()) {
    try {
      if (usage().queries < BUDGET.queries) await rerun(evidence, round);
      else await fail(evidence, 'budget', round);
    } catch (error) {
      if (!(signal.reason instanceof TimeLimitReached)) throw error;
      for (const left of all.slice(index)) await fail(left, 'budget', round);
      throw signal.reason;
    }
  }
}

async function rerun(evidence: Evidence, round: RerunningRound): Promise<void> {
  const { engine, request, signal, use, store } = round;
  use({ queries: 1 });
  try {
    const again = await engine.rerun(request.projectId, evidence, signal);
    if (again) use(again.query);
    await store({ kind: 'rerun', key: `rerun/${request.round}/${evidence.id}`, data: compare(evidence, again) });
  } catch (error) {
    const reason = toCheckFailure(error);
    if (reason === undefined || signal.aborted) throw error;
    await fail(evidence, reason, round);
  }
}

/** The check has a name of its own, because checks that look for causes may run in the same round. */
function fail({ id }: Evidence, reason: CheckFailure, { request, store }: RerunningRound): Promise<void> {
  const { round } = request;
  const check = `rerun/${id}`;
  return store(
    { kind: 'step', key: `step/${round}/${check}`, data: { check, text: `Running ${id} again.` } },
    { kind: 'failed_check', key: `failed/${round}/${check}`, data: { check, reason } },
  );
}

/** Compares evidence with the result of the same query now. */
function compare({ id, resultHash }: Evidence, again: Evidence | undefined): Rerun {
  if (!again) return { evidenceId: id, outcome: 'expired', title: null, rows: [], resultHash: null };
  if (again.resultHash === resultHash) return { evidenceId: id, outcome: 'same', title: null, rows: [], resultHash };
  const { title, rows } = again;
  return { evidenceId: id, outcome: 'different', title, rows, resultHash: again.resultHash };
}
