import { Injectable } from '@nestjs/common';
import type { MeasurementResult } from '@svc/contract';
import type { JobContext } from '@svc/work';
import { baselineEnds, toRuns, WINDOW_MS, type Run } from '../detection/index.js';
import type { Detector } from '../detectors.js';
import { evaluate } from './evaluate.js';
import { FindingsWriter } from './findings-writer.js';
import { learnSeries, MAX_SERIES } from './learn-series.js';
import type { Question } from './measurer.js';
import type { Series } from './series.js';
import type { WatchedProject } from './watched-projects.js';
import { toWindows, type MeasuredWindow } from './windows.js';
import { WindowsRepository } from './windows.repository.js';

/** Windows that are evaluated after a stop; earlier ones are skipped. */
const MAX_CATCH_UP = 12;
const DAY_MS = 24 * 3_600_000;

/** Windows that a detector has to measure in a project. */
export interface Plan {
  readonly detector: Detector;
  readonly project: WatchedProject;
  /** Ends of the windows to evaluate, the earliest first. */
  readonly due: readonly number[];
  readonly stored: readonly MeasuredWindow[];
  /** The windows to measure: due ones, and baseline windows that are not stored. */
  readonly runs: readonly Run[];
}

/** One detector in one project: measures what is missing and evaluates what is due. */
@Injectable()
export class DetectorPass {
  constructor(
    private readonly windows: WindowsRepository,
    private readonly findings: FindingsWriter,
  ) {}

  /** @param latest end of the last window whose data should have arrived. */
  async plan(
    detector: Detector,
    project: WatchedProject,
    latest: number,
    fence: JobContext<object>['fence'],
  ): Promise<Plan> {
    const earliest = latest - (MAX_CATCH_UP - 1) * WINDOW_MS;
    const last = await this.#lastEnd(detector, project, latest, fence);
    const due: number[] = [];
    for (let end = Math.max(earliest, last + WINDOW_MS); end <= latest; end += WINDOW_MS) due.push(end);
    if (due.length === 0) return { detector, project, due, stored: [], runs: [] };
    if (!(await this.#hasBaselines(detector, project)))
      return { detector, project, due, stored: [], runs: toRuns(due) };
    const needed = [...new Set(due.flatMap(baselineEnds))].filter((end) => !due.includes(end));
    const stored = await this.windows.windows(project.id, detector.name, needed);
    const isStored = new Set(stored.map(({ end }) => end));
    // Late records are rarely older than a day, and windows beyond the retention cannot be measured.
    const oldest = Math.max(project.createdAt.getTime() - DAY_MS, latest - project.retentionDays * DAY_MS);
    const missing = needed.filter((end) => end > oldest && !isStored.has(end)).sort((one, other) => other - one);
    return { detector, project, due, stored, runs: toRuns([...missing.slice(0, detector.maxBaselines), ...due]) };
  }

  /**
   * The end of the last evaluated window, 0 without any. A window that has not ended was evaluated by a clock that was set back since,
   * without most of its data: it is forgotten, and evaluated when it ends. The clock of another process may be one window ahead.
   */
  async #lastEnd(
    { name }: Detector,
    { id }: WatchedProject,
    latest: number,
    fence: JobContext<object>['fence'],
  ): Promise<number> {
    const last = (await this.windows.lastEnd(id, name)) ?? 0;
    if (last <= latest + WINDOW_MS) return last;
    await this.windows.transaction(async (tx) => {
      await fence(tx);
      await this.windows.deleteAfter(tx, id, name, latest);
    });
    return (await this.windows.lastEnd(id, name)) ?? 0;
  }

  /** Whether baselines are measured: for a rare signal, only after a due window has found a series. */
  async #hasBaselines({ isRare, name }: Detector, { id }: WatchedProject): Promise<boolean> {
    return isRare !== true || (await this.windows.hasSeries(id, name));
  }

  /** Evaluates the windows that are due. Every window is one transaction, so that a repeated pass continues where this one ends. */
  async evaluate(
    { detector, project, due, stored, runs }: Plan,
    results: readonly MeasurementResult[],
    fence: JobContext<object>['fence'],
  ): Promise<void> {
    const measured = runs.flatMap((run, index) => {
      const result = results[index];
      return result ? [toWindows(run, result)] : [];
    });
    const fresh = measured.flatMap((each) => each.windows);
    const windows = new Map([...stored, ...fresh].map((window) => [window.end, window]));
    const labels = new Map(measured.flatMap((each) => [...each.labels]));
    const known = await this.windows.series(project.id, detector.name);
    const { series, learned } = learnSeries(known, labels, fresh);
    await this.windows.transaction(async (tx) => {
      await fence(tx);
      const isDue = new Set(due);
      const baselines = fresh.filter(({ end }) => !isDue.has(end));
      await this.windows.insertWindows(tx, project.id, detector.name, baselines);
      await this.windows.saveSeries(tx, project.id, detector.name, learned);
    });
    for (const end of due) {
      const window = windows.get(end);
      if (window) await this.#evaluateWindow(detector, project, series, window, windows, fence);
    }
  }

  async #evaluateWindow(
    detector: Detector,
    project: WatchedProject,
    series: Map<number, Series>,
    window: MeasuredWindow,
    windows: ReadonlyMap<number, MeasuredWindow>,
    fence: JobContext<object>['fence'],
  ): Promise<void> {
    const changed = await this.windows.transaction(async (tx) => {
      await fence(tx);
      const all = [...series.values()];
      const ids = all.flatMap(({ memory }) => [memory.up?.finding, memory.down?.finding]);
      const active = await this.findings.lockActive(
        tx,
        ids.filter((id) => id !== undefined),
      );
      const evaluation = evaluate(detector, all, window, windows, (id) => active.has(id));
      const results = await this.findings.apply(tx, project.id, detector, evaluation);
      await this.windows.insertWindows(tx, project.id, detector.name, [window]);
      await this.windows.saveSeries(tx, project.id, detector.name, results);
      return results;
    });
    for (const one of changed) series.set(one.number, one);
  }
}

/** Builds the measurement of the windows of a run. */
export function toQuestion(detector: Detector, run: Run): Question {
  const { signal, measuredAs, filter, field, aggregate, seriesBy, apartBy } = detector;
  const query = { signal: measuredAs ?? signal, filter, field };
  return {
    query,
    aggregate,
    groupBy: [seriesBy, ...(apartBy ? [apartBy] : [])],
    ...run,
    windowMs: WINDOW_MS,
    maxGroups: MAX_SERIES,
  };
}
