import { milliseconds } from '../print/layout/units.js';
import { Failure } from '../runtime/failure.js';
import { attempt, skipped, type Check } from './check.js';

/** A response with the time of the service, and when this machine sent the request and had the response. */
export interface ClockReading {
  /** The header Date. */
  readonly date: string | null;
  /** Milliseconds since 1970 by the clock of this machine. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/**
 * A difference that is certainly longer puts the spans of this machine visibly before the requests that caused them, and shifts windows
 * such as --since 5m. A smaller one cannot be told from the rounding of the header to whole seconds.
 */
const NOTICEABLE_MS = 2_000;

/** Ingestion rejects telemetry whose time is further ahead, as `timestamp_in_future`. */
const REJECTED_MS = 10 * 60_000;

/** The header has whole seconds, so the time is on average half of one later. */
const HALF_SECOND_MS = 500;

const SET_CLOCK =
  'Set the clock of the machine that is wrong: turn on time synchronization, for example with timedatectl set-ntp true.';

/** Compares the clock of this machine with that of the service, which the service said within the time of one request. */
export async function checkClock({ date, sentAt, receivedAt }: ClockReading): Promise<Check> {
  const served = Date.parse(date ?? '') + HALF_SECOND_MS;
  if (Number.isNaN(served)) return skipped('clock', 'the service did not say the time');
  const ahead = (sentAt + receivedAt) / 2 - served;
  const uncertainty = HALF_SECOND_MS + (receivedAt - sentAt) / 2;
  const certain = Math.max(0, Math.abs(ahead) - uncertainty);
  const message = `this machine is ${milliseconds(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the service`;
  const next = SET_CLOCK;
  return await attempt(
    'clock',
    () => {
      if (certain <= NOTICEABLE_MS) return { message: `within ${milliseconds(NOTICEABLE_MS)} of the service` };
      if (ahead > 0 && certain > REJECTED_MS)
        throw new Failure('clock_ahead', `${message}, which rejects telemetry from more than 10 minutes ahead`);
      return { status: 'warning', message, next };
    },
    () => next,
  );
}
