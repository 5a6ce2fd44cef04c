import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Issue } from '@svc/relational';
import { COLUMN_STORE } from '@svc/runtime';
import { selectArrivals, selectArrivalsAfter, type Arrival, type Position } from './arrivals/arrivals.query.js';
import { Sightings } from './arrivals/sightings.js';
import { IntakeRepository } from './intake.repository.js';
import { MAX_UNKNOWN, ProjectIntake, type IntakeTools } from './project-intake.js';

/** Maximum rows of a project in one statement; with more, the project lags and continues separately. */
const MAX_ROWS = 5_000;

/** Issues of a project that had events. */
export interface TouchedIssues {
  readonly project: ProjectIdentity;
  readonly issues: readonly Issue[];
}

/** The result of a read of arrivals. */
export interface PassResult {
  readonly touched: readonly TouchedIssues[];
  /** Projects with arrivals that still wait. */
  readonly behind: readonly number[];
  /** Variants that wait. */
  readonly waiting: number;
}

/** Reads arrivals and takes them in, project by project. */
@Injectable()
export class IntakePass {
  readonly #sightings = new Sightings();

  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly repository: IntakeRepository,
    private readonly intake: ProjectIntake,
  ) {}

  /**
   * Takes in the arrivals of all projects since a time.
   *
   * @param since seconds since 1970.
   * @param behind projects whose new variants are taken in by `continueProject`; arrivals of their known variants do
   * not wait.
   */
  async takeAll(
    since: number,
    behind: ReadonlySet<number>,
    tools: IntakeTools,
    maxUnknown = MAX_UNKNOWN,
  ): Promise<PassResult> {
    const touched: TouchedIssues[] = [];
    const late: number[] = [];
    let waiting = 0;
    for await (const { project, arrivals, isCut } of this.#projects(since, tools.signal)) {
      const isBehind = behind.has(project.number);
      const result = await this.intake.take(project, arrivals, isBehind ? 0 : maxUnknown, tools);
      this.#sightings.remember(result.taken);
      touched.push({ project, issues: result.issues });
      if (isBehind) continue;
      waiting += result.waiting.length;
      if (result.waiting.length > 0 || isCut) late.push(project.number);
    }
    return { touched, behind: late, waiting };
  }

  /**
   * Takes in the next arrivals of a project that lags.
   * @returns the position to continue from; undefined once nothing is left.
   */
  async continueProject(
    projectNumber: number,
    position: Position,
    tools: IntakeTools,
    maxUnknown = MAX_UNKNOWN,
  ): Promise<{ readonly next: Position | undefined; readonly touched: readonly TouchedIssues[] }> {
    const project = (await this.repository.projects([projectNumber])).get(projectNumber);
    const arrivals = await this.store.query<Arrival>(
      selectArrivalsAfter(projectNumber, position, MAX_ROWS, tools.signal),
    );
    const last = arrivals.at(-1);
    if (!project || !last) return { next: undefined, touched: [] };
    // The last variant may have more rows beyond the limit.
    const before = arrivals.filter((row) => !isSameStep(row, last));
    const complete = arrivals.length < MAX_ROWS || before.length === 0 ? arrivals : before;
    const { waiting, taken, issues } = await this.intake.take(project, complete, maxUnknown, tools);
    this.#sightings.remember(taken);
    const left = new Set(waiting);
    const firstLeft = complete.findIndex(({ variant }) => left.has(variant));
    const done = firstLeft < 0 ? complete : complete.slice(0, firstLeft);
    const isLast = firstLeft < 0 && arrivals.length < MAX_ROWS;
    const reached = done.at(-1);
    const next = reached ? { arrived: reached.arrived, variant: reached.variant } : position;
    return { next: isLast ? undefined : next, touched: [{ project, issues }] };
  }

  /** Existing projects, with their new arrivals. */
  async *#projects(since: number, signal: AbortSignal): AsyncGenerator<ProjectArrivals> {
    let pending: Arrival[] = [];
    for await (const rows of this.store.stream<Arrival>(selectArrivals(since, MAX_ROWS, signal))) {
      pending.push(...rows);
      const open = pending.at(-1)?.project_number;
      yield* this.#group(pending.filter(({ project_number: number }) => number !== open));
      pending = pending.filter(({ project_number: number }) => number === open);
    }
    yield* this.#group(pending);
  }

  async *#group(rows: readonly Arrival[]): AsyncGenerator<ProjectArrivals> {
    const byNumber = Map.groupBy(rows, ({ project_number: number }) => number);
    const unseen = [...byNumber].map(([number, own]) => {
      const isCut = own.length >= MAX_ROWS;
      return { number, isCut, arrivals: this.#sightings.unseen(own) };
    });
    const changed = unseen.filter(({ isCut, arrivals }) => isCut || arrivals.length > 0);
    if (changed.length === 0) return;
    const projects = await this.repository.projects(changed.map(({ number }) => number));
    for (const { number, isCut, arrivals } of changed) {
      const project = projects.get(number);
      if (project) yield { project, arrivals, isCut };
    }
  }
}

/** The new arrivals of a project. */
interface ProjectArrivals {
  readonly project: ProjectIdentity;
  readonly arrivals: readonly Arrival[];
  /** There are more than one statement returns. */
  readonly isCut: boolean;
}

const isSameStep = (a: Arrival, b: Arrival): boolean => a.arrived === b.arrived && a.variant === b.variant;
