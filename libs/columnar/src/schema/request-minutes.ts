import { column, ESTIMATE, TOTAL } from './columns.js';
import { DURATIONS, minutesTable } from './minutes.js';

/**
 * Rate, errors and duration of each service's requests by minute: its SERVER and CONSUMER spans and those without a parent. `added_*` is
 * what sampling left out, to be added to the figures of what is stored. Filled from `spans` by `request_minutes_view`.
 */
export const REQUEST_MINUTES = minutesTable('request_minutes', [
  // All of them, requests or not.
  column('spans', TOTAL),
  column('requests', TOTAL),
  column('errors', TOTAL),
  column('duration_ns', TOTAL),
  column('added_spans', ESTIMATE),
  column('added_requests', ESTIMATE),
  column('added_errors', ESTIMATE),
  column('added_duration_ns', ESTIMATE),
  DURATIONS,
]);
