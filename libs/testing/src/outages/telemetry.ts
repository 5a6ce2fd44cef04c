import { seededRandom } from '@svc/test-servers';
import type { Outage, OutageTimes } from './outage.js';
import { makePoints } from './shop/gauges.js';
import type { Random } from './shop/random.js';
import type { Origin, Telemetry } from './shop/records.js';
import { makeTraffic } from './shop/traffic.js';

const WEEK_MS = 7 * 86_400_000;
/** The names that services have for the account of a request. */
const ACCOUNT_KEYS = ['account.id', 'customer.id', 'tenant.id'];
/** One request in so many is of a person whom product events name, too. */
const SEEN_EVERY = 20;

export const accountKeyOf = (seed: number): string => ACCOUNT_KEYS[seed % ACCOUNT_KEYS.length] ?? 'account.id';

/** All that the shop sends in an outage. The same seed and times give the same records. */
export function makeTelemetry(outage: Outage, times: OutageTimes, seed: number, perMinute: number): Telemetry {
  const random = seededRandom(seed * 7_919 + outage.name.length);
  const key = accountKeyOf(seed);
  const now = makeTraffic(outage, times, perMinute, key, random);
  const earlier =
    outage.isWeekly === true ? weekBefore(outage, times, perMinute, key, random) : { spans: [], logs: [] };
  const { skew } = outage;
  const shifted = (origin: Origin, at: number): number => at + (skew?.service === origin.service ? skew.ms : 0);
  const events = now.shoppers
    .filter((_, nth) => nth % SEEN_EVERY === 0)
    .map(({ shopper, at }) => ({
      event: 'page viewed',
      distinct_id: shopper.user,
      timestamp: new Date(at).toISOString(),
      properties: { device: shopper.device, $groups: { account: shopper.account } },
    }));
  return {
    spans: [...earlier.spans, ...now.spans].map((span) => ({
      ...span,
      start: shifted(span.origin, span.start),
      end: shifted(span.origin, span.end),
    })),
    logs: [...earlier.logs, ...now.logs].map((record) => ({ ...record, at: shifted(record.origin, record.at) })),
    points: makePoints(outage, times, random),
    events,
  };
}

/** The same traffic a week earlier, when nothing was wrong. */
function weekBefore(
  outage: Outage,
  { start, onset, end }: OutageTimes,
  perMinute: number,
  key: string,
  random: Random,
) {
  const { traffic = () => 1 } = outage;
  const calm: Outage = { ...outage, faults: [], deploys: [], flags: [], traffic: (at) => traffic(at + WEEK_MS) };
  const times = { start: start - WEEK_MS, onset: onset - WEEK_MS, end: end - WEEK_MS };
  return makeTraffic(calm, times, perMinute, key, random);
}
