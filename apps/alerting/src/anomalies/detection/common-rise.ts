import type { Assessment } from './assessment.js';
import { median } from './statistics.js';

/** Minimum expectation of a series that takes part in estimating the common rise. */
const MIN_EXPECTED = 20;

/**
 * Assessments of series that rise together when there is more of everything, each by how far it rises beyond the median of the others. What
 * one is compared with in texts stays what is usual. What falls with the others is left as it is.
 */
export function beyondCommonRise(assessments: readonly Assessment[]): Assessment[] {
  const rises = assessments.map(({ observed, expected }) => (expected >= MIN_EXPECTED ? observed / expected : NaN));
  return assessments.map((assessment, own) => {
    const rise = median(rises.filter((one, nth) => nth !== own && !Number.isNaN(one)));
    // Also without others, whose median is no number.
    return rise > 1 ? beyond(assessment, rise) : assessment;
  });
}

function beyond(assessment: Assessment, rise: number): Assessment {
  const { observed, expected, basis, score } = assessment;
  if (observed <= expected) return assessment;
  // The usual deviation grows in proportion to the common rise.
  const scale = ((observed - expected) / score) * rise;
  const rest = (observed - expected * rise) / scale;
  return rest > 0 ? { ...assessment, score: rest } : { observed, expected, basis, score: 0 };
}
