import { Inject, Injectable } from '@nestjs/common';
import type { ScoresAddRequest } from '@svc/contract';
import type { Score } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { ScoresRepository, type ScoredRun, type ScoreSeries, type Verdict } from './scores.repository.js';

const DEFAULT_NAME = 'quality';

export interface ListedScore {
  readonly score: Score;
  /** Whether it is the author's latest score of its name. */
  readonly isCurrent: boolean;
}

/** A run that exists. */
export interface KnownRun extends ScoredRun {
  readonly expiresAt: Date;
}

export type NewVerdict = Pick<ScoresAddRequest, 'name' | 'label' | 'value' | 'comment'>;

/** A score with an ID of its own, from the telemetry of a run. */
export interface ReportedVerdict extends Verdict {
  readonly id: string;
  readonly name: string;
  readonly author: string;
  readonly createdAt: Date;
}

export type ScoreAuthor = Pick<ScoreSeries, 'source' | 'author'>;

@Injectable()
export class ScoresService {
  constructor(
    private readonly scores: ScoresRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param runIds at most 1,000. */
  deleteOfRuns(projectId: string, runIds: readonly string[]): Promise<void> {
    return this.scores.deleteOfRuns(projectId, runIds);
  }

  /** All scores of a run, the latest first. */
  async list(run: ScoredRun): Promise<readonly ListedScore[]> {
    const scores = await this.scores.list(run);
    const bySeries = Map.groupBy(scores, ({ name, source, author }) => JSON.stringify([name, source, author]));
    const current = new Set([...bySeries.values()].map((all) => all.reduce(later).id));
    return scores.map((score) => ({ score, isCurrent: current.has(score.id) }));
  }

  /** Adds a score; returns the author's current one of that name if it says the same. */
  async add(run: KnownRun, by: ScoreAuthor, request: NewVerdict): Promise<Score> {
    const { name = DEFAULT_NAME, label, value = null, comment = '' } = request;
    const series: ScoreSeries = { projectId: run.projectId, runId: run.runId, name, ...by };
    const verdict: Verdict = { label, value, comment };
    const isRepeated = (current: Verdict): boolean => isSame(current, verdict);
    // A retry of the last score that a run can have finds it before the quota is checked.
    const current = await this.scores.findCurrent(series);
    if (current && isRepeated(current)) return current;
    const score = { ...verdict, createdAt: new Date(this.clock()), expiresAt: run.expiresAt };
    return this.scores.append(series, score, isRepeated);
  }

  /** Adds a score that telemetry reports, once. A run that has as many scores as it can have gets no more. */
  async addReported(run: KnownRun, { name, author, ...score }: ReportedVerdict): Promise<void> {
    const series: ScoreSeries = { projectId: run.projectId, runId: run.runId, name, source: 'telemetry', author };
    await ignoreQuota(this.scores.appendOnce(series, { ...score, expiresAt: run.expiresAt }));
  }

  /** Adds a score of an evaluation. A run that has as many scores as it can have gets no more. */
  async addEvaluation(run: KnownRun, author: string, verdict: NewVerdict): Promise<void> {
    await ignoreQuota(this.add(run, { source: 'eval', author }, verdict));
  }
}

async function ignoreQuota(added: Promise<unknown>): Promise<void> {
  try {
    await added;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'quota_exceeded') throw error;
  }
}

function later(one: Score, other: Score): Score {
  return one.revision > other.revision ? one : other;
}

function isSame(one: Verdict, other: Verdict): boolean {
  return one.label === other.label && one.value === other.value && one.comment === other.comment;
}
