import { CannotStart } from '@svc/observability';

/**
 * Lets a process work only with a server that is new enough.
 *
 * @param server as operators call it: `ClickHouse`.
 * @param version as the server reports it, such as `26.7.2.1`; anything after its numbers is ignored.
 * @param minimum numbers with dots: `26.7`.
 * @throws CannotStart with one sentence for the operator.
 */
export function requireServerVersion(server: string, version: string, minimum: string): void {
  if (isAtLeast(version, minimum)) return;
  throw new CannotStart(
    `${server} ${version} is older than ${minimum}, the oldest version that this service works with. Upgrade ${server}.`,
  );
}

/** Compares the parts as numbers; a part that is missing counts as 0, and one that is not a number as older than all. */
function isAtLeast(version: string, minimum: string): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  for (const [index, needed] of minimum.split('.').map(Number).entries()) {
    const part = index < parts.length ? parts[index] : 0;
    if (part !== needed) return part !== undefined && part > needed;
  }
  return true;
}
