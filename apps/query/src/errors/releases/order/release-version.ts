import { compareVersions, parseVersion, type Version } from '@svc/property-filters';

/** A release name of the form `1.2.3`, `v1.2.3` or `package@1.2.3`. */
export interface ReleaseVersion {
  /** '' if the name has none. */
  readonly packageName: string;
  readonly version: Version;
}

/** One number is a date, a build or the digits of a commit, which say nothing about the order of versions. */
const MIN_NUMBERS = 2;

/** Undefined for a name that has no version, such as a commit. */
export function parseRelease(release: string): ReleaseVersion | undefined {
  // Names of npm packages can begin with the same character.
  const at = release.lastIndexOf('@');
  const version = parseVersion(release.slice(at + 1));
  if (!version || version.numbers.length < MIN_NUMBERS) return undefined;
  return { packageName: at < 0 ? '' : release.slice(0, at), version };
}

/** Whether the versions of two names can be compared: versions of different packages are independent of each other. */
export function isComparable(a: ReleaseVersion, b: ReleaseVersion): boolean {
  return a.packageName === b.packageName || a.packageName === '' || b.packageName === '';
}

export const comparePrecedence = (a: ReleaseVersion, b: ReleaseVersion): number =>
  compareVersions(a.version, b.version);
