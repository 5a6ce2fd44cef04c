import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { WINDOW_MS, type Change, type Deviation } from '../detection/index.js';
import type { Detector } from '../detectors.js';
import { recordFindingEvent } from '../findings/finding-events.js';
import { FindingsRepository } from '../findings/findings.repository.js';
import type { Evaluation, SeriesChange } from './evaluate.js';
import { occurrenceKey, type Series } from './series.js';

/** Writes what evaluations decided, in the transaction of the window. */
@Injectable()
export class FindingsWriter {
  constructor(
    private readonly findings: FindingsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Locks findings until the end of the transaction. @returns the IDs of open and acknowledged ones. */
  async lockActive(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM anomaly_findings WHERE id = ANY(${[...ids]}::uuid[]) AND state <> 'resolved'
      ORDER BY id FOR UPDATE`;
    return new Set(rows.map(({ id }) => id));
  }

  /** @returns the series whose memory has to be written, with the IDs of the findings that were opened. */
  async apply(
    tx: Transaction,
    projectId: string,
    detector: Detector,
    { changed, changes }: Evaluation,
  ): Promise<readonly Series[]> {
    const results = new Map(changed.map((one) => [one.number, one]));
    for (const { series, direction, change } of changes) {
      const finding = series.memory[direction]?.finding;
      const next = results.get(series.number);
      const track = next?.memory[direction];
      if (change.kind === 'open' && next && track) {
        const id = await this.#open(tx, projectId, detector, { series, direction }, change);
        results.set(series.number, { ...next, memory: { ...next.memory, [direction]: { ...track, finding: id } } });
      } else if (change.kind === 'continue' && finding !== undefined)
        await this.#continue(tx, projectId, finding, change);
      else if (change.kind === 'resolve' && finding !== undefined) await this.#resolve(tx, finding);
    }
    return [...results.values()];
  }

  /** @returns the ID of the finding. */
  async #open(
    tx: Transaction,
    projectId: string,
    detector: Detector,
    { series, direction }: Pick<SeriesChange, 'series' | 'direction'>,
    { severity, deviations }: Change & { readonly kind: 'open' },
  ): Promise<string> {
    const [first, last] = [deviations[0]?.end ?? 0, deviations.at(-1)?.end ?? 0];
    const key = occurrenceKey(detector.name, series.labels, direction);
    const openedAt = new Date(this.clock());
    const finding = await this.findings.insert(tx, {
      projectId,
      detector: detector.name,
      signal: detector.signal,
      labels: { ...series.labels },
      direction,
      occurrenceKey: key,
      activeKey: key,
      state: 'open',
      severity,
      windows: deviations.length,
      openedAt,
      ...toFigures(worst(deviations)),
      startedAt: new Date(first - WINDOW_MS),
      lastSeenAt: new Date(last),
      previousId: await this.findings.latestOf(tx, projectId, key),
      // A finding about missing records has no attributes to compare.
      ...(direction === 'down' && { differences: [] }),
    });
    await recordFindingEvent(tx, 'anomaly.opened', finding, openedAt);
    return finding.id;
  }

  async #continue(
    tx: Transaction,
    projectId: string,
    id: string,
    { severity, deviation }: Change & { readonly kind: 'continue' },
  ): Promise<void> {
    const finding = await this.findings.find(projectId, id, tx);
    if (!finding) return;
    await this.findings.update(tx, id, {
      windows: { increment: 1 },
      // Never earlier than before, also after a clock was set back.
      lastSeenAt: new Date(Math.max(deviation.end, finding.lastSeenAt.getTime())),
      ...(severity === 'critical' && { severity }),
      ...(deviation.score > Math.abs(finding.score) && toFigures(deviation)),
    });
  }

  async #resolve(tx: Transaction, id: string): Promise<void> {
    const resolvedAt = new Date(this.clock());
    const change = { state: 'resolved', resolvedAt, activeKey: null, version: { increment: 1 } };
    await recordFindingEvent(tx, 'anomaly.resolved', await this.findings.update(tx, id, change), resolvedAt);
  }
}

const worst = (deviations: readonly Deviation[]): Deviation | undefined =>
  deviations.toSorted((one, other) => other.score - one.score)[0];

function toFigures(deviation: Deviation | undefined) {
  const { observed = 0, expected = 0, score = 0, basis: baseline = 'hours' } = deviation ?? {};
  return { observed, expected, score, baseline };
}
