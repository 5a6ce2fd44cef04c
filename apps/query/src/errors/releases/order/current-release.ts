import { compareReleases, sortReleases, type OrderedRelease } from './compare-releases.js';
import { parseRelease } from './release-version.js';

/** A release that a pipeline has deployed, which takes more than a key that anybody may know. */
export type DeployedRelease = OrderedRelease & { readonly deployedAt: Date };

/**
 * The last release in release order of those that were deployed: of the packages that the named releases are of, or of all if none of these
 * was deployed. Undefined without deploys.
 */
export function findCurrent(
  deployed: readonly DeployedRelease[],
  named: readonly string[],
): DeployedRelease | undefined {
  const packages = new Set(named.map(packageName));
  const own = deployed.filter(({ release }) => packages.has(packageName(release)));
  return sortReleases(own.length > 0 ? own : deployed).at(-1);
}

/**
 * Negative or 0 if a release does not follow the one that an issue was resolved in. A resolution in a release that was never deployed is
 * compared by the deploys, once there are any: by the last one before the resolution, else by the first one after it.
 */
export function compareToResolved(
  release: OrderedRelease,
  resolved: OrderedRelease,
  resolvedAt: Date,
  deployed: readonly DeployedRelease[],
): number {
  if (resolved.deployedAt !== null || deployed.length === 0) return compareReleases(release, resolved);
  const before = deployed.filter(({ deployedAt }) => deployedAt <= resolvedAt);
  const current = findCurrent(before, [release.release]);
  if (current) return compareReleases(release, current);
  const next = deployed.reduce((first, one) => (one.deployedAt < first.deployedAt ? one : first));
  return compareReleases(release, next) >= 0 ? 1 : -1;
}

/** Undefined for a name without a version. */
function packageName(release: string): string | undefined {
  return parseRelease(release)?.packageName;
}
