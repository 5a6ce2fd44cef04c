import { Inject, Injectable } from '@nestjs/common';
import { Prisma, writeJson, type AnomalyFinding, type Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import type { JobContext } from '@svc/work';
import { findDetector, type Detector } from '../detectors.js';
import { toLabels } from '../findings/finding.message.js';
import { findDifferences } from './differences.js';
import { Measurer, type Question } from './measurer.js';
import type { WatchedProject } from './watched-projects.js';

/** Findings of a project that are explained in one pass. */
const MAX_FINDINGS = 5;
/** Values of an attribute that are compared. */
const MAX_VALUES = 50;
const HOUR_MS = 3_600_000;

/** Looks for the attributes in which anomalies differ from the hour before them. */
@Injectable()
export class Explanations {
  constructor(
    private readonly measurer: Measurer,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Explains findings that are new. One that cannot be explained within an hour stays without. */
  async explain(
    project: WatchedProject,
    { signal, fence }: Pick<JobContext<object>, 'signal' | 'fence'>,
  ): Promise<void> {
    const findings = await this.relational.client.anomalyFinding.findMany({
      where: {
        projectId: project.id,
        openedAt: { gt: new Date(this.clock() - HOUR_MS) },
        state: { not: 'resolved' },
        direction: 'up',
        differences: { equals: Prisma.DbNull },
      },
      orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
      take: MAX_FINDINGS,
    });
    for (const finding of findings) {
      const detector = findDetector(finding.detector);
      if (detector) await this.#explain(finding, detector, project, { signal, fence });
    }
  }

  async #explain(
    finding: AnomalyFinding,
    detector: Detector,
    project: WatchedProject,
    { signal, fence }: Pick<JobContext<object>, 'signal' | 'fence'>,
  ): Promise<void> {
    const { attributes } = detector;
    const questions = toWindows(finding).flatMap((window) =>
      attributes.map((attribute): Question => ({ ...toQuestion(finding, detector), ...window, groupBy: [attribute] })),
    );
    const results = await this.measurer.measure(questions, project, signal);
    const comparisons = attributes.flatMap((attribute, index) => {
      const [earlier, later] = [results[index], results[index + attributes.length]];
      return earlier?.error === '' && later?.error === '' ? [{ attribute, before: earlier, now: later }] : [];
    });
    if (comparisons.length === 0) return;
    const differences = writeJson(findDifferences(comparisons));
    await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      // A caller may have deleted it.
      await tx.anomalyFinding.updateMany({ where: { id: finding.id }, data: { differences } });
    });
  }
}

/** The hour before the finding, and its windows so far. */
function toWindows({ startedAt, lastSeenAt }: AnomalyFinding) {
  const [start, end] = [startedAt.getTime(), lastSeenAt.getTime()];
  return [
    { firstEnd: start, windowMs: HOUR_MS },
    { firstEnd: end, windowMs: end - start },
  ];
}

/** Counts the records of the series. */
function toQuestion(
  finding: AnomalyFinding,
  { signal, measuredAs, filter, seriesBy, apartBy, explainedBy }: Detector,
): Omit<Question, 'firstEnd' | 'windowMs' | 'groupBy'> {
  const labels = toLabels(finding);
  const isEvent = seriesBy === 'event';
  const toCondition = (field: string): string => {
    const value = labels[field] ?? '';
    return value === '' ? `NOT ${field}:*` : `${field}:${quoted(value)}`;
  };
  const conditions = [
    filter === '' ? '' : `(${filter})`,
    isEvent ? '' : toCondition(seriesBy),
    apartBy ? toCondition(apartBy) : '',
    explainedBy?.(finding.expected) ?? '',
  ];
  return {
    query: {
      signal: measuredAs ?? signal,
      filter: conditions.filter((each) => each !== '').join(' AND '),
      ...(isEvent && { event: labels[seriesBy] ?? '' }),
    },
    aggregate: 'count',
    count: 1,
    maxGroups: MAX_VALUES,
  };
}

/** A text in the search language. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
