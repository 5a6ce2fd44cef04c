/** Reasons by the types of items that are not stored. */
const REASONS = new Map([
  ['attachment', 'attachment'],
  ['feedback', 'feedback'],
  ['metric_buckets', 'metric'],
  ['metric_meta', 'metric'],
  ['nel', 'security_report'],
  ['profile', 'profile'],
  ['profile_chunk', 'profile'],
  ['raw_security', 'security_report'],
  ['replay_event', 'replay'],
  ['replay_recording', 'replay'],
  ['replay_video', 'replay'],
  ['session', 'session'],
  ['sessions', 'session'],
  ['statsd', 'metric'],
  ['trace_metric', 'metric'],
  ['user_report', 'feedback'],
]);

/** The reason why an item is not stored. */
export function dropReason(type: string): string {
  return REASONS.get(type) ?? 'unknown_item';
}
