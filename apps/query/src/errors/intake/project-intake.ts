import { Inject, Injectable } from '@nestjs/common';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Issue, Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { IssueChanges, IssuesRepository } from '../issues/index.js';
import { ReleasesService } from '../releases/releases.service.js';
import type { Arrival } from './arrivals/arrivals.query.js';
import { sumByIssue, sumByPlace } from './arrivals/place-facts.js';
import { RegressionChecks } from './checks/regression-checks.js';
import { IntakeRepository } from './intake.repository.js';
import { IssueFinder } from './variants/issue-finder.js';
import type { NewVariant } from './variants/new-variant.js';
import { VariantReader } from './variants/variant-reader.js';

/** Unknown variants of a project that one pass takes in, so that a project with many does not delay the others. */
export const MAX_UNKNOWN = 500;
/** A transaction waits for merges of the project too. */
const ARRIVALS_AT_ONCE = 1_000;

export interface IntakeTools {
  readonly signal: AbortSignal;
  readonly fence: (tx: Transaction) => Promise<void>;
}

export interface TakenIn {
  /** Arrivals of known variants and of as many unknown ones as one pass takes in. */
  readonly taken: readonly Arrival[];
  /** Variants that wait for the next pass. */
  readonly waiting: readonly string[];
  /** Issues of the events as they are now. */
  readonly issues: readonly Issue[];
}

/** Takes in the arrivals of one project. Repeating it changes nothing. */
@Injectable()
export class ProjectIntake {
  constructor(
    private readonly repository: IntakeRepository,
    private readonly variants: VariantReader,
    private readonly issues: IssuesRepository,
    private readonly finder: IssueFinder,
    private readonly changes: IssueChanges,
    private readonly releases: ReleasesService,
    private readonly regressions: RegressionChecks,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param maxUnknown variants without an issue to take in. */
  async take(
    project: ProjectIdentity,
    arrivals: readonly Arrival[],
    maxUnknown: number,
    tools: IntakeTools,
  ): Promise<TakenIn> {
    const variants = [...new Set(arrivals.map(({ variant }) => variant))];
    const known = await this.repository.known(project.id, variants);
    const unknown = variants.filter((variant) => !known.has(variant));
    const [next, waiting] = [unknown.slice(0, maxUnknown), new Set(unknown.slice(maxUnknown))];
    const taken = arrivals.filter(({ variant }) => !waiting.has(variant));
    const read = next.length === 0 ? [] : await this.#read(project, next, taken, tools.signal);
    const issues = new Map<string, Issue>();
    for (let start = 0; start < taken.length; start += ARRIVALS_AT_ONCE) {
      const some = taken.slice(start, start + ARRIVALS_AT_ONCE);
      const own = new Set(some.map(({ variant }) => variant));
      const found = await this.#store(
        project,
        some,
        read.filter(({ variant }) => own.has(variant)),
        tools,
      );
      for (const issue of found) issues.set(issue.id, issue);
    }
    return { taken, waiting: [...waiting], issues: [...issues.values()] };
  }

  #read(
    project: ProjectIdentity,
    variants: readonly string[],
    arrivals: readonly Arrival[],
    signal: AbortSignal,
  ): Promise<NewVariant[]> {
    const wanted = new Set(variants);
    const own = arrivals.filter(({ variant }) => wanted.has(variant));
    const times = own.flatMap(({ first, last }) => [BigInt(first), BigInt(last)]).sort((a, b) => (a < b ? -1 : 1));
    const during = { from: times[0] ?? 0n, to: (times.at(-1) ?? 0n) + 1n };
    return this.variants.read(project, variants, during, signal);
  }

  #store(
    project: ProjectIdentity,
    arrivals: readonly Arrival[],
    unknown: readonly NewVariant[],
    { fence }: IntakeTools,
  ): Promise<Issue[]> {
    const now = new Date(this.clock());
    return this.repository.transaction(async (tx) => {
      await fence(tx);
      await this.issues.lock(project.id, tx);
      if (unknown.length > 0) {
        await this.changes.mirrorSoon(tx, { projectId: project.id, projectNumber: project.number }, now);
        const issues = await this.finder.find(project, unknown, now, tx);
        const assigned = unknown.map((variant) => [issues.get(variant.grouping.hash) ?? '', variant] as const);
        await this.repository.insertVariants(project.id, assigned, now, tx);
      }
      return this.#saw(project, arrivals, now, tx);
    });
  }

  async #saw(project: ProjectIdentity, arrivals: readonly Arrival[], now: Date, tx: Transaction): Promise<Issue[]> {
    // Read under the lock, because a merge may have moved variants meanwhile.
    const known = await this.repository.known(project.id, [...new Set(arrivals.map(({ variant }) => variant))], tx);
    const located = arrivals.flatMap((arrival) => {
      const issueId = known.get(arrival.variant);
      return issueId === undefined ? [] : [[issueId, arrival] as const];
    });
    if (located.length === 0) return [];
    const issues = await this.repository.sawIssues([...sumByIssue(located).values()], now, tx);
    await this.repository.sawVariants(project.id, variantTimes(arrivals), tx);
    const places = sumByPlace(located);
    await this.repository.sawPlaces(project.id, places, tx);
    await this.releases.seen(tx, project, releaseTimes(arrivals), now);
    return this.regressions.apply(project, issues, places, now, tx);
  }
}

function variantTimes(arrivals: readonly Arrival[]): Map<string, readonly [bigint, bigint]> {
  return widest(arrivals, ({ variant }) => variant);
}

function releaseTimes(arrivals: readonly Arrival[]) {
  return [...widest(arrivals, ({ release }) => release)]
    .filter(([release]) => release !== '')
    .map(([release, [first, last]]) => ({ release, firstSeen: toDate(first), lastSeen: toDate(last) }));
}

function widest(arrivals: readonly Arrival[], key: (arrival: Arrival) => string) {
  const times = new Map<string, readonly [bigint, bigint]>();
  for (const arrival of arrivals) {
    const [first, last] = [BigInt(arrival.first), BigInt(arrival.last)];
    const [earliest, latest] = times.get(key(arrival)) ?? [first, last];
    times.set(key(arrival), [first < earliest ? first : earliest, last > latest ? last : latest]);
  }
  return times;
}

const toDate = (nanoseconds: bigint): Date => new Date(Number(nanoseconds / 1_000_000n));
