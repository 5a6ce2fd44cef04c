import type { Channel, Transaction } from '@svc/relational';

/** Deliveries that were created this long before the last success of their channel can still belong to the outage after it. */
const OVERLAP_MS = 15 * 60_000;

/** A channel whose receiver works again. */
export interface RecoveredChannel {
  readonly id: string;
  /** Time of the last success before the outage; null without one. */
  readonly lastSuccessAt: Date | null;
}

/**
 * Sends what waits for another attempt now, instead of after its pause, and what the outage has put into the dead-letter queue. A
 * delivery that failed for a day while others were sent stays there, because its failure is its own, and so does one that later news of
 * its subject has overtaken.
 * The limits of the receivers apply again, so that an outage ends with a few messages.
 *
 * @param isNewConfig whether a pause that a receiver requested ends too, because another one may receive.
 */
export async function resumeDeliveries(
  tx: Transaction,
  channels: readonly RecoveredChannel[],
  now: Date,
  isNewConfig = false,
): Promise<void> {
  if (channels.length === 0) return;
  const outages = channels.map(({ id, lastSuccessAt }) => ({
    id,
    since: new Date((lastSuccessAt?.getTime() ?? 0) - OVERLAP_MS).toISOString(),
  }));
  // The dead letters come first, so that later deliveries about their subjects wait for them.
  await tx.$executeRaw`
    UPDATE deliveries d SET status = 'pending', reason = '', attempt_count = 0, started_at = ${now},
      next_attempt_at = ${now}, admitted_at = NULL, redrive_count = d.redrive_count + 1
    FROM jsonb_to_recordset(${JSON.stringify(outages)}::jsonb) AS outage(id uuid, since timestamptz)
    WHERE d.channel_id = outage.id AND d.status = 'dlq' AND d.started_at >= outage.since AND d.notification IS NOT NULL
      AND NOT EXISTS (
        SELECT 1 FROM deliveries later
        WHERE later.channel_id = d.channel_id AND later.subject = d.subject AND later.position > d.position
          AND later.contact_method_id IS NOT DISTINCT FROM d.contact_method_id
          AND (later.recipient = d.recipient) IS NOT FALSE AND later.status IN ('sending', 'sent'))
      AND (d.wanted_since IS NULL OR NOT EXISTS (
        SELECT 1 FROM notification_withdrawals withdrawn
        WHERE withdrawn.project_id = d.project_id AND withdrawn.subject = d.subject
          AND withdrawn.position > d.wanted_since))`;
  await tx.$executeRaw`
    UPDATE deliveries SET next_attempt_at = ${now}, admitted_at = NULL
    WHERE channel_id = ANY(${channels.map(({ id }) => id)}::uuid[]) AND status = 'retrying' AND next_attempt_at > ${now}
      AND (${isNewConfig} OR reason <> 'rate_limited')`;
}

/** What a new configuration changes in a channel: its receiver may be another one, so that it is not closed any more. */
export const REOPENED = { closedUntil: null, consecutiveFailures: 0 } as const satisfies Partial<Channel>;
