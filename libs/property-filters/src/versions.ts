import semver from 'semver';

/** A version: one to four numbers, with 0 for absent ones, and the identifiers of a pre-release. */
export interface Version {
  readonly numbers: readonly number[];
  readonly preRelease: readonly string[];
}

const VERSION =
  /^[vV=\s]*((?:0|[1-9][0-9]{0,15})(?:\.(?:0|[1-9][0-9]{0,15})){0,3})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;
const MAX_LENGTH = 256;

/** Undefined for a text that is not a version. Text after a plus sign is ignored, as semantic versioning demands. */
export function parseVersion(text: string): Version | undefined {
  const [, numbers, preRelease] = (text.length <= MAX_LENGTH && VERSION.exec(text)) || [];
  if (numbers === undefined) return undefined;
  const parsed = numbers.split('.').map(Number);
  return parsed.every(Number.isSafeInteger) ? { numbers: parsed, preRelease: preRelease?.split('.') ?? [] } : undefined;
}

/** Negative if the first version precedes the second, by the precedence of semantic versioning. */
export function compareVersions(a: Version, b: Version): number {
  for (let index = 0; index < 4; index++) {
    const order = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (order !== 0) return order;
  }
  // A version precedes the same one without a pre-release.
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return b.preRelease.length - a.preRelease.length;
  for (const [index, identifier] of a.preRelease.entries()) {
    const other = b.preRelease[index];
    if (other === undefined) return 1;
    const order = semver.compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return a.preRelease.length - b.preRelease.length;
}
