import { Inject, Injectable } from '@nestjs/common';
import { insertWithin, type Quota, type Relational, type Score, type Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';

/** The run that a score is of. */
export interface ScoredRun {
  readonly projectId: string;
  readonly runId: string;
}

/** Scores of one name by one author of one run. */
export interface ScoreSeries extends ScoredRun {
  readonly name: string;
  readonly source: string;
  readonly author: string;
}

export type Verdict = Pick<Score, 'label' | 'value' | 'comment'>;
export type NewScore = Verdict & Pick<Score, 'createdAt' | 'expiresAt'>;

/** Scores of one run. */
export const MAX_SCORES = 1_000;

@Injectable()
export class ScoresRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** All scores of a run, the latest first. */
  list({ projectId, runId }: ScoredRun): Promise<Score[]> {
    return this.relational.client.score.findMany({
      where: { projectId, runId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: MAX_SCORES,
    });
  }

  /** @param runIds at most 1,000. */
  async deleteOfRuns(projectId: string, runIds: readonly string[]): Promise<void> {
    await this.relational.client.score.deleteMany({ where: { projectId, runId: { in: [...runIds] } } });
  }

  /** The author's latest score of a series. */
  findCurrent(series: ScoreSeries, tx: Transaction = this.relational.client): Promise<Score | null> {
    return tx.score.findFirst({ where: toWhere(series), orderBy: { revision: 'desc' } });
  }

  /**
   * Adds a score after the current one of its series.
   *
   * @param isRepeated whether the new score says the same as the current one, which is then returned.
   * @throws ServiceError quota_exceeded if the run has as many scores as it can have.
   */
  append(series: ScoreSeries, score: NewScore, isRepeated: (current: Verdict) => boolean): Promise<Score> {
    return insertWithin(this.relational, toQuota(series), async (tx) => {
      const current = await this.findCurrent(series, tx);
      if (current && isRepeated(current)) return current;
      const revision = (current?.revision ?? 0) + 1;
      return tx.score.create({ data: { ...toWhere(series), ...score, revision } });
    });
  }

  /** Adds a score with an ID of its own after the current one of its series, unless a score has this ID. */
  async appendOnce(series: ScoreSeries, score: NewScore & Pick<Score, 'id'>): Promise<void> {
    const { id } = score;
    const exists = async (tx: Transaction): Promise<boolean> => (await tx.score.count({ where: { id } })) > 0;
    if (await exists(this.relational.client)) return;
    await insertWithin(this.relational, toQuota(series), async (tx) => {
      if (await exists(tx)) return;
      const revision = ((await this.findCurrent(series, tx))?.revision ?? 0) + 1;
      await tx.score.create({ data: { ...toWhere(series), ...score, revision } });
    });
  }
}

function toWhere({ projectId, runId, name, source, author }: ScoreSeries): ScoreSeries {
  return { projectId, runId, name, source, author };
}

function toQuota({ projectId, runId }: ScoredRun): Quota {
  return {
    kind: 'scores',
    ownerId: `${projectId}/${runId}`,
    most: MAX_SCORES,
    count: (tx) => tx.score.count({ where: { projectId, runId } }),
    exceeded: () => new ServiceError('quota_exceeded', { message: `A run can have ${MAX_SCORES} scores.` }),
  };
}
