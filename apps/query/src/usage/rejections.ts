import { CAPTURE_ERRORS } from '@svc/capture';
import type { RejectReason } from '@svc/otlp';

/** The reasons of OTLP items, except the two that reject nothing: `none`, and markers that a series has ended. */
const OTLP_REJECTIONS: Readonly<Record<Exclude<RejectReason, 'none' | 'no_recorded_value'>, string>> = {
  invalid_trace_id: 'The trace ID of a span must have 16 bytes that are not all zero.',
  invalid_span_id: 'The ID of a span must have 8 bytes that are not all zero.',
  invalid_parent_span_id: 'The parent ID of a span must be absent or have 8 bytes.',
  timestamp_missing: 'A span and a metric point must have a time.',
  timestamp_too_old:
    'The time is before the retention of the project: check the unit, which is nanoseconds, and the clock of the sender.',
  timestamp_in_future: 'The time is more than 10 minutes ahead: set the clock of the sender.',
  metric_name_missing: 'A metric must have a name.',
  value_missing: 'A point of a gauge or a sum must have a value.',
  histogram_buckets_mismatch: 'A histogram must have one more bucket count than bounds, or neither.',
  series_limit:
    'The metric has more new series on this day than a project may have: remove attributes whose values are different for each request.',
};

/** A sentence about a reason of a rejection; undefined for one that this version does not know. */
export function explainRejection(reason: string): string | undefined {
  if (Object.hasOwn(OTLP_REJECTIONS, reason)) return OTLP_REJECTIONS[reason as keyof typeof OTLP_REJECTIONS];
  if (!Object.hasOwn(CAPTURE_ERRORS, reason)) return undefined;
  return `A field of the event ${CAPTURE_ERRORS[reason as keyof typeof CAPTURE_ERRORS]}.`;
}
