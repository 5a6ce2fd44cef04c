import { floorTo, NANOSECONDS_PER_DAY, NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';

export interface DeployWindows {
  readonly before: TimeRange;
  readonly after: TimeRange;
  /** Length of each. */
  readonly minutes: number;
}

const LONGEST = NANOSECONDS_PER_DAY;

/**
 * Windows of equal length before and after a deploy, in whole minutes, because requests are counted by minute: as long as the release has
 * been deployed, at most until the next deploy and at most a day. Empty for a deploy in the future.
 *
 * @param next the time of the next deploy of another release, if any.
 */
export function deployWindows(deployedAt: bigint, now: bigint, next: bigint | undefined): DeployWindows {
  const start = floorTo(deployedAt, NANOSECONDS_PER_MINUTE);
  const end = floorTo(next !== undefined && next < now ? next : now, NANOSECONDS_PER_MINUTE);
  const running = end > start ? end - start : 0n;
  const length = running < LONGEST ? running : LONGEST;
  return {
    before: { from: start - length, to: start },
    after: { from: start, to: start + length },
    minutes: Number(length / NANOSECONDS_PER_MINUTE),
  };
}
