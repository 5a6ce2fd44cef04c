import { rateRatio, type ErrorRate } from './rate-ratio.js';

/** The figures of a window before or after a deploy. */
export interface WindowFigures {
  readonly errors: bigint;
  readonly requests: bigint;
}

export type Verdict = 'better' | 'worse' | 'no_change' | 'too_few_events';

export interface DeployVerdict {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly exposure: 'requests' | 'minutes';
  readonly rateRatio?: number | undefined;
  readonly rateRatioLow?: number | undefined;
  readonly rateRatioHigh?: number | undefined;
}

/** Errors in both windows together below which no verdict is given. */
export const MIN_ERRORS = 30;

/** @param minutes length of either window. */
export function deployVerdict(before: WindowFigures, after: WindowFigures, minutes: number): DeployVerdict {
  const exposure = before.requests > 0n && after.requests > 0n ? 'requests' : 'minutes';
  const toRate = ({ errors, requests }: WindowFigures): ErrorRate => ({
    errors: Number(errors),
    exposure: exposure === 'requests' ? Number(requests) : minutes,
  });
  const total = before.errors + after.errors;
  if (total === 0n || minutes === 0) return { verdict: 'too_few_events', reason: tooFew(total), exposure };
  const { ratio, low, high } = rateRatio(toRate(after), toRate(before));
  const found = { exposure, rateRatio: ratio, rateRatioLow: low, rateRatioHigh: high } as const;
  if (total < MIN_ERRORS) return { verdict: 'too_few_events', reason: tooFew(total), ...found };
  const per = exposure === 'requests' ? 'per request' : 'per minute';
  if (low > 1) return { verdict: 'worse', reason: `More errors ${per} than before, with 95 % confidence.`, ...found };
  if (high !== undefined && high < 1)
    return { verdict: 'better', reason: `Fewer errors ${per} than before, with 95 % confidence.`, ...found };
  return {
    verdict: 'no_change',
    reason: `The rates of errors ${per} before and after do not differ with 95 % confidence.`,
    ...found,
  };
}

const tooFew = (total: bigint): string =>
  `Too few events: ${total} errors in both windows together, ${MIN_ERRORS} are needed.`;
