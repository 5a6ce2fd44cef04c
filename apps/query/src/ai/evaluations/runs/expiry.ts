import type { ProjectIdentity } from '@svc/reading/statement';

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
const MS_PER_DAY = 86_400_000;

/** When a run expires. @param start nanoseconds since 1970. */
export function toExpiry(start: string | bigint, { retentionDays }: ProjectIdentity): Date {
  return new Date(Number(BigInt(start) / NANOSECONDS_PER_MILLISECOND) + retentionDays * MS_PER_DAY);
}
