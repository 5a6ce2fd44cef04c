import { findProjectsByNumber } from '@svc/directory';
import type { PeriodicWork } from '@svc/work';
import { SPANS_HOURS, type ChangedPeriods } from '../../../changed-periods/index.js';
import type { PeriodCounter } from './period-counter.js';

const EVERY_MS = 60_000;
/** A change takes less time from its mark to its end: an insert is given up sooner, and a deletion marks again at its end. */
export const QUIET_MS = 5 * 60_000;
/** Periods of a length in one run. */
const MAX_PERIODS = 1_000;

/** Counts the hours and days that ended and whose steps have not changed for a while. A period that fails keeps no other one waiting. */
export function figuresJob(changes: ChangedPeriods, counter: PeriodCounter): PeriodicWork {
  return {
    queue: 'llm-figures',
    everyMs: EVERY_MS,
    async run({ relational, now, signal }) {
      const quiet = new Date(now.getTime() - QUIET_MS);
      const failures: unknown[] = [];
      for (const spanHours of SPANS_HOURS) {
        const periods = await changes.unchangedSince(quiet, spanHours, MAX_PERIODS);
        const numbers = [...new Set(periods.map(({ projectNumber }) => projectNumber))];
        const projects = await findProjectsByNumber(relational.client, numbers);
        for (const period of periods) {
          signal.throwIfAborted();
          const project = projects.get(period.projectNumber);
          if (project) await counter.count(project, period, signal).catch((error: unknown) => failures.push(error));
          else await changes.forget(period.projectNumber);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
