import { Inject, Injectable } from '@nestjs/common';
import type { Conclusion, Evidence, Hypothesis } from '@svc/investigations';
import { writeJson, type Investigation, type Prisma, type Relational, type Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { EndedError, recordEvent, type JobContext } from '@svc/work';
import { change } from '../storage/entries.js';
import { lockProject } from '../storage/investigations.repository.js';
import { RUNNING_PER_PROJECT, type InvestigationPayload } from '../terms/investigation-queue.js';
import { isActive, type NewEntry, type Usage } from '../terms/records.js';
import { completionEvent } from './completion-event.js';

export type Begin =
  | { readonly outcome: 'begun'; readonly investigation: Investigation }
  /** As many investigations of the project run as may. */
  | { readonly outcome: 'wait' }
  /** Nothing is left to do. */
  | { readonly outcome: 'ended' };

/** The round that a worker holds. */
export type HeldRound = Pick<JobContext<InvestigationPayload>, 'fence'> &
  Pick<Investigation, 'id' | 'projectId' | 'round'>;

/** The end of a round. */
export interface RoundEnd {
  readonly conclusion: Conclusion;
  readonly hypotheses: readonly Hypothesis[];
  readonly onset: number | undefined;
  readonly model: string | null;
  readonly usage: Usage;
  /** All evidence of the investigation. */
  readonly evidence: readonly Evidence[];
}

/**
 * The writes of a worker to the investigation that it holds. Every one changes the investigation only while it runs, so a cancellation that
 * is committed first wins, and the fence keeps a worker out that was paused while another one took over.
 */
@Injectable()
export class RoundWriter {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async isRunning(id: string): Promise<boolean> {
    return (await this.relational.client.investigation.count({ where: { id, status: 'running' } })) > 0;
  }

  /** Lets the investigation run, unless as many of its project run as may. One that runs already was taken over. */
  begin(id: string, now: Date, fence: HeldRound['fence']): Promise<Begin> {
    return this.relational.client.$transaction(async (tx): Promise<Begin> => {
      await fence(tx);
      const found = await tx.investigation.findUnique({ where: { id } });
      if (!found || !isActive(found.status)) return { outcome: 'ended' };
      const { projectId, round } = found;
      if (found.status === 'queued') {
        await lockProject(tx, projectId);
        const running = await tx.investigation.count({ where: { projectId, status: 'running' } });
        if (running >= RUNNING_PER_PROJECT) return { outcome: 'wait' };
      }
      const begun = await change(
        tx,
        // The status that was read: a cancellation since then wins.
        { id, from: found.status === 'queued' ? ['queued'] : ['running'] },
        {
          entries: [{ kind: 'status', key: `running/${round}`, data: { status: 'running' } }],
          data: {
            status: 'running',
            ...(found.status === 'queued' && { startedAt: now, version: { increment: 1 } }),
          },
          now,
        },
      );
      return begun ? { outcome: 'begun', investigation: begun } : { outcome: 'ended' };
    });
  }

  /** Adds what was found. @throws EndedError if the investigation does not run any more. */
  add(held: HeldRound, entries: readonly NewEntry[], usage: Usage, now: Date): Promise<void> {
    return this.#write(held, entries, { usage: writeJson(usage) }, now);
  }

  async complete(held: HeldRound, end: RoundEnd, now: Date): Promise<void> {
    const { conclusion, evidence, hypotheses, onset, model, usage } = end;
    const entries: NewEntry[] = [
      { kind: 'conclusion', key: `conclusion/${held.round}`, data: { ...conclusion, model } },
      { kind: 'status', key: `completed/${held.round}`, data: { status: 'completed' } },
    ];
    const data = {
      status: 'completed',
      conclusion: writeJson(conclusion),
      hypotheses: writeJson(hypotheses),
      onset: onset === undefined ? null : new Date(onset),
      model,
      usage: writeJson(usage),
      completedAt: now,
      version: { increment: 1 },
    };
    await this.#write(held, entries, data, now, (tx, completed) =>
      recordEvent(tx, completionEvent(completed, conclusion, evidence, now)),
    );
  }

  /** Gives the investigation up. The transaction holds the fence. */
  async fail(tx: Transaction, id: string, error: { readonly code: string; readonly message: string }, now: Date) {
    const found = await tx.investigation.findUnique({ where: { id } });
    if (!found) return;
    await change(
      tx,
      { id, from: ['running', 'queued'] },
      {
        entries: [{ kind: 'status', key: `failed/${found.round}`, data: { status: 'failed' } }],
        data: {
          status: 'failed',
          errorCode: error.code,
          errorMessage: error.message,
          completedAt: now,
          version: { increment: 1 },
        },
        now,
      },
    );
  }

  #write(
    held: HeldRound,
    entries: readonly NewEntry[],
    data: Prisma.InvestigationUpdateManyMutationInput,
    now: Date,
    afterwards?: (tx: Transaction, changed: Investigation) => Promise<void>,
  ): Promise<void> {
    return this.relational.client.$transaction(async (tx) => {
      await held.fence(tx);
      const changed = await change(tx, { id: held.id, from: ['running'] }, { entries, data, now });
      if (!changed) throw new EndedError();
      await afterwards?.(tx, changed);
    });
  }
}
