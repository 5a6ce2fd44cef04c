import { Inject, Injectable } from '@nestjs/common';
import type { JudgeCall, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** A run in a state. */
export interface JudgedRun {
  readonly projectId: string;
  readonly runId: string;
  readonly state: string;
}

/**
 * The cost of judging runs and rewording questions by project and day of UTC. A call is charged with the most that it may cost before it is
 * made; a call whose end is not known, because its process was killed, stays charged with it.
 */
@Injectable()
export class JudgeBudget {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The charges of the day, in units of 10^-12 US dollars. */
  async spent(projectId: string, now: Date, tx: Transaction = this.relational.client): Promise<bigint> {
    const { _sum } = await tx.judgeCall.aggregate({ where: { projectId, day: toDay(now) }, _sum: { cost: true } });
    return _sum.cost ?? 0n;
  }

  /**
   * Charges a call before it is made. Calls of one project wait for each other.
   *
   * @param most units of 10^-12 US dollars that the call may cost.
   * @returns undefined if the project may not spend as much today.
   */
  async reserve(
    run: JudgedRun,
    { most, cap, now }: { readonly most: bigint; readonly cap: bigint; readonly now: Date },
    fence: (tx: Transaction) => Promise<void>,
  ): Promise<JudgeCall | undefined> {
    return this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`judge-budget/${run.projectId}`}, 0))`;
      if ((await this.spent(run.projectId, now, tx)) + most > cap) return undefined;
      const { projectId, runId, state } = run;
      const data = { projectId, runId, state, day: toDay(now), cost: most, status: 'started', startedAt: now };
      return tx.judgeCall.create({ data });
    });
  }

  /** Replaces the charge of a call with its cost. @param cost undefined if it is not known: the charge stays. */
  async end(id: string, status: 'judged' | 'failed', cost: bigint | undefined): Promise<void> {
    const data = { status, ...(cost !== undefined && { cost }) };
    await this.relational.client.judgeCall.updateMany({ where: { id, status: 'started' }, data });
  }

  async isJudged({ projectId, runId, state }: JudgedRun): Promise<boolean> {
    const where = { projectId, runId, state, status: 'judged' };
    return (await this.relational.client.judgeCall.count({ where })) > 0;
  }
}

const DAY_MS = 86_400_000;
const toDay = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
