import { comparePrecedence, isComparable, parseRelease, type ReleaseVersion } from './release-version.js';

/** The facts that determine the order of releases. */
export interface OrderedRelease {
  readonly release: string;
  readonly deployedAt: Date | null;
  /** First error that named the release. */
  readonly firstSeen: Date | null;
}

/**
 * Negative if the first release precedes the second: by semantic versioning if both names have comparable versions, else by the time of
 * the deploy, or of the first error for a release without a known deploy, else by name. Never 0 for two names.
 *
 * Two releases always have the same order, but three can form a circle if only some have versions: 1.0 before 2.0 by version, 2.0 before a
 * commit and the commit before 1.0 by time. Use `sortReleases` for lists.
 */
export function compareReleases(a: OrderedRelease, b: OrderedRelease): number {
  return compareParsed(parsed(a), parsed(b));
}

/**
 * Sorts releases from the oldest to the newest. This is a total order: releases with versions are in the order of their
 * versions, all others in the order of time, and both are merged by time, so that neither order is broken.
 */
export function sortReleases<Release extends OrderedRelease>(releases: readonly Release[]): Release[] {
  const all = releases.map(parsed).sort(byTime);
  const packages = Map.groupBy(all, ({ version }) => version?.packageName);
  const sorted = [...packages].map(([name, group]) => (name === undefined ? group : group.sort(byVersion)));
  return mergeByTime(sorted).map(({ release }) => release);
}

interface Parsed<Release extends OrderedRelease = OrderedRelease> {
  readonly release: Release;
  readonly version: ReleaseVersion | undefined;
  /** Milliseconds since 1970; a release without any time precedes all others. */
  readonly time: number;
}

function parsed<Release extends OrderedRelease>(release: Release): Parsed<Release> {
  const time = (release.deployedAt ?? release.firstSeen)?.getTime() ?? -Infinity;
  return { release, version: parseRelease(release.release), time };
}

function compareParsed(a: Parsed, b: Parsed): number {
  const areComparable = a.version && b.version && isComparable(a.version, b.version);
  return areComparable ? byVersion(a, b) : byTime(a, b);
}

function byVersion(a: Parsed, b: Parsed): number {
  return (a.version && b.version && comparePrecedence(a.version, b.version)) || byTime(a, b);
}

function byTime(a: Parsed, b: Parsed): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  if (a.release.release === b.release.release) return 0;
  return a.release.release < b.release.release ? -1 : 1;
}

/** Takes the earliest of the lists' first elements until all are empty. */
function mergeByTime<Item extends Parsed>(lists: readonly Item[][]): Item[] {
  const [first = [], ...others] = lists;
  return others.reduce((merged, list) => mergeTwo(merged, list), first);
}

function mergeTwo<Item extends Parsed>(a: readonly Item[], b: readonly Item[]): Item[] {
  const merged: Item[] = [];
  let [atA, atB] = [0, 0];
  for (;;) {
    const [left, right] = [a[atA], b[atB]];
    if (!left || !right) return [...merged, ...a.slice(atA), ...b.slice(atB)];
    if (byTime(left, right) <= 0) {
      merged.push(left);
      atA++;
    } else {
      merged.push(right);
      atB++;
    }
  }
}
