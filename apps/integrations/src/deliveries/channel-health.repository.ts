import { Inject, Injectable } from '@nestjs/common';
import type { Channel, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { recordEvent } from '@svc/work';
import { episodeChange, type ChannelOutcome } from './channel-health.js';
import { resumeDeliveries } from './recovery.js';

/** Attempts that the score of a channel counts. */
const REMEMBERED = 100;
/** A channel recovers at most once in this time, so that one delivery that always fails is not repeated after every other one. */
const RECOVERY_INTERVAL_MS = 60_000;

type Recorded = Pick<
  Channel,
  'id' | 'projectId' | 'name' | 'type' | 'outcomes' | 'consecutiveFailures' | 'unhealthySince' | 'lastSuccessAt'
> & {
  /** Whether this is its first success after failures. */
  readonly hasRecovered: boolean;
};

@Injectable()
export class ChannelHealthRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /**
   * Counts attempts for the health of their channels. A success opens a channel that was closed, and resumes what its failures have
   * delayed.
   */
  async record(batch: readonly ChannelOutcome[], now: Date): Promise<void> {
    const attempts = Map.groupBy(batch, ({ channelId }) => channelId);
    const rows = [...attempts].map(([id, ofChannel]) => {
      const outcomes = ofChannel.map(({ isSuccess }) => (isSuccess ? '+' : '-')).join('');
      return {
        id,
        outcomes,
        failures: outcomes.length - (outcomes.lastIndexOf('+') + 1),
        hadSuccess: outcomes.includes('+'),
      };
    });
    const recoverable = new Date(now.getTime() - RECOVERY_INTERVAL_MS);
    const recorded = await this.relational.client.$queryRaw<Recorded[]>`
      UPDATE channels c SET
        outcomes = right(c.outcomes || r.outcomes, ${REMEMBERED}),
        consecutive_failures = CASE WHEN r."hadSuccess" THEN r.failures ELSE c.consecutive_failures + r.failures END,
        closed_until = CASE WHEN r."hadSuccess" THEN NULL ELSE c.closed_until END,
        last_success_at = CASE WHEN r."hadSuccess" THEN ${now} ELSE c.last_success_at END,
        last_failure_at = CASE WHEN position('-' IN r.outcomes) > 0 THEN ${now} ELSE c.last_failure_at END,
        recovered_at = CASE WHEN earlier.recovers AND r."hadSuccess" THEN ${now} ELSE c.recovered_at END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS r(id uuid, outcomes text, failures int, "hadSuccess" boolean)
        JOIN (
          SELECT id, last_success_at,
            consecutive_failures > 0 AND (recovered_at IS NULL OR recovered_at <= ${recoverable}) AS recovers
          FROM channels WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[]) FOR UPDATE
        ) earlier ON earlier.id = r.id
      WHERE c.id = r.id
      RETURNING c.id, c.project_id AS "projectId", c.name, c.type, c.outcomes,
        c.consecutive_failures AS "consecutiveFailures", c.unhealthy_since AS "unhealthySince",
        earlier.last_success_at AS "lastSuccessAt", earlier.recovers AND r."hadSuccess" AS "hasRecovered"`;
    await resumeDeliveries(
      this.relational.client,
      recorded.filter(({ hasRecovered }) => hasRecovered),
      now,
    );
    for (const channel of recorded) {
      const change = episodeChange(channel);
      const reason = attempts.get(channel.id)?.findLast(({ isSuccess }) => !isSuccess)?.reason ?? '';
      if (change === 'begins') await this.#begin(channel, reason, now);
      else if (change === 'ends') await this.#end(channel);
    }
  }

  /** Once for an episode, also where several processes notice it. */
  async #begin({ id, projectId, name, type }: Recorded, reason: string, now: Date): Promise<void> {
    await this.relational.client.$transaction(async (tx) => {
      const data = { unhealthySince: now };
      const { count } = await tx.channel.updateMany({ where: { id, unhealthySince: null }, data });
      if (count === 0) return;
      await recordEvent(tx, {
        projectId,
        type: 'channel.unhealthy',
        subject: id,
        occurredAt: now,
        data: { channel_id: id, channel_name: name, channel_type: type, since: now.toISOString(), reason },
      });
    });
  }

  async #end({ id, unhealthySince }: Recorded): Promise<void> {
    await this.relational.client.channel.updateMany({ where: { id, unhealthySince }, data: { unhealthySince: null } });
  }
}
