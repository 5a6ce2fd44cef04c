import type { FactParameters, IssueFact } from '../facts/facts.js';
import { certainty, MIN_VOLUME, ramp, service, type Signal } from './signal.js';
import { counted, quote } from './texts.js';

/** Fewest errors of an issue in the abnormal window. */
const MIN_ERRORS = 3;
/** Errors beyond the expected number that nobody would overlook. */
const CLEAR_ERRORS = 10;
/** Errors beyond the expected number, in its standard deviations. */
const MIN_Z = 4;

/** Services with issues that are new, came back or have many more errors than usual. */
export function issueSignals(issues: readonly IssueFact[], { abnormal, normal }: FactParameters): Signal[] {
  const normalMs = normal.reduce((sum, { start, end }) => sum + end - start, 0);
  const ratio = normalMs === 0 ? 0 : (abnormal.end - abnormal.start) / normalMs;
  return issues.flatMap(({ title, service: name, firstSeen, isRegression, sides, requests }) => {
    // With more requests, more of them fail. Fewer requests make no usual number of errors unusual.
    const ofTraffic = requests && requests.normal >= MIN_VOLUME ? requests.abnormal / requests.normal : 0;
    const expected = sides.normal * Math.max(ratio, ofTraffic);
    const isNew = firstSeen >= abnormal.start - 1_000;
    const score = (sides.abnormal - expected) / Math.sqrt(Math.max(expected, 1));
    if (sides.abnormal < MIN_ERRORS || (score < MIN_Z && !isNew && !isRegression)) return [];
    const what = isNew
      ? 'a new issue'
      : isRegression
        ? 'an issue that came back'
        : 'an issue with more errors than usual';
    return [
      {
        name: 'issue',
        kind: 'issue',
        entity: service(name),
        strength: Math.max(certainty(score), 0.5) * ramp(sides.abnormal - expected, 0, CLEAR_ERRORS),
        ...(isNew && { onset: firstSeen }),
        text: `${what}, ${quote(title)}, has ${counted(sides.abnormal, 'error')}`,
        rows: [
          {
            service: name,
            title: title.slice(0, 300),
            errors: sides.abnormal,
            normal_errors: sides.normal,
            is_new: isNew,
          },
        ],
      },
    ];
  });
}
