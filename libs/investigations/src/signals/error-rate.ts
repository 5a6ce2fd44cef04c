import type { Window } from '../model.js';
import { errorFloor, findRise } from '../statistics/rise.js';
import { compareShares } from '../statistics/two-samples.js';
import type { ServiceSeries, volumeIn } from './bucket-series.js';
import { certainty, MIN_STRENGTH, ramp, service, type Signal } from './signal.js';
import { formatShare } from './texts.js';

/** Share of requests whose failing nobody would overlook. */
const CLEAR_SHARE = 0.2;

type Volume = ReturnType<typeof volumeIn>;

/** A larger share of the requests of a service that fail. @param before the normal window: what began in it is not new. */
export function errorSignal(
  one: ServiceSeries,
  volume: { normal: Volume; abnormal: Volume },
  before: Window,
): Signal | undefined {
  const [normal, abnormal] = [volume.normal, volume.abnormal].map(({ requests, errors }) => ({
    of: requests,
    count: Math.min(errors, requests),
  })) as [{ of: number; count: number }, { of: number; count: number }];
  if (abnormal.of === 0 || normal.of === 0) return undefined;
  const rise = abnormal.count / abnormal.of - normal.count / normal.of;
  const strength = rise <= 0 ? 0 : certainty(compareShares(normal, abnormal)) * Math.sqrt(ramp(rise, 0, CLEAR_SHARE));
  if (strength < MIN_STRENGTH) return undefined;
  const onset = errorOnset(one);
  return {
    name: 'error_rate',
    kind: 'deviation',
    entity: service(one.service),
    strength,
    amount: rise * abnormal.of,
    ...(onset !== undefined && onset >= before.end && { onset }),
    text: `${formatShare(abnormal.count / abnormal.of)} of its requests fail instead of ${formatShare(normal.count / normal.of)}`,
    rows: [
      { service: one.service, side: 'normal', requests: normal.of, errors: normal.count },
      { service: one.service, side: 'abnormal', requests: abnormal.of, errors: abnormal.count },
    ],
  };
}

/** The bucket from which a larger share of the requests fails. */
function errorOnset({ starts, requests, errors }: ServiceSeries): number | undefined {
  const busy = starts.flatMap((start, index) => {
    const count = requests[index] ?? 0;
    return count > 0 ? [{ start, count, value: (errors[index] ?? 0) / count }] : [];
  });
  return findRise(busy, errorFloor(busy.reduce((sum, { count }) => sum + count, 0) / Math.max(busy.length, 1)));
}
