import { oneOf, select, sql, typed } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import { IS_REQUEST } from '../sample/span-totals.query.js';
import { inSample, isAbnormal, sampleRange, type TraceSample } from '../sample/trace-sample.js';

/** The most pairs of a release and a service. */
const MAX_PAIRS = 1_000;

/** The services whose requests of the abnormal window have one of the versions. */
export function selectServicesOfVersions(sample: TraceSample, versions: readonly string[]) {
  return select({
    columns: {
      version: typed('String', sql`toString(release)`),
      service: typed('String', sql`service_name`),
      requests: typed('UInt64', sql`count()`),
    },
    from: SPANS,
    scope: sample.scope,
    during: sampleRange(sample),
    where: [...inSample(sample), isAbnormal(sample), oneOf(sql`release`, versions), IS_REQUEST],
    groupBy: sql`version, service`,
    orderBy: sql`requests DESC, version, service`,
    limit: MAX_PAIRS,
  });
}
