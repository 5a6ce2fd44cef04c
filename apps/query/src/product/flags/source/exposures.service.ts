import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { captureHeaders, encodeRecord, readRequest } from '@svc/capture';
import type { FlagSourceExposure } from '@svc/contract';
import { TOPICS, type EventLog } from '@svc/event-log';
import type { Scope } from '@svc/reading/statement';
import { CLOCK, EVENT_LOG, type Clock } from '@svc/runtime';

const FLAG_EVALUATED = '$flag_evaluated';

/** Records exposures as product events, on the same path as all product events. */
@Injectable()
export class ExposuresService {
  constructor(
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Resolves once they are on disk. Exposures of an ID that no event may have are left out. */
  async record(project: Scope, retentionDays: number, exposures: readonly FlagSourceExposure[]): Promise<void> {
    if (exposures.length === 0) return;
    const body = Buffer.from(JSON.stringify({ events: exposures.map(toEvent) }));
    const receivedAtMs = this.clock();
    const { accepted } = readRequest(body, { receivedAtNs: BigInt(receivedAtMs) * 1_000_000n, retentionDays });
    if (accepted.length === 0) return;
    const hash = randomUUID();
    await this.eventLog.append(TOPICS.capture, {
      key: `${project.projectNumber}/${hash}`,
      value: encodeRecord(accepted),
      headers: captureHeaders({
        projectNumber: project.projectNumber,
        projectId: project.projectId,
        retentionDays,
        receivedAtMs,
        hash,
        bytes: body.byteLength,
        isFromServer: true,
        rejected: {},
      }),
    });
  }
}

/**
 * The message ID is derived from the identity of an exposure: events with the same ID count once, whichever process
 * records them.
 */
function toEvent({ distinctId, flag, enabled, variant, reason, version, timeMs }: FlagSourceExposure) {
  const timestamp = new Date(Number(timeMs)).toISOString();
  const same = JSON.stringify([timestamp.slice(0, 10), flag, enabled, variant ?? null, distinctId]);
  return {
    event: FLAG_EVALUATED,
    distinct_id: distinctId,
    message_id: `flag-${createHash('sha256').update(same).digest('hex').slice(0, 40)}`,
    timestamp,
    properties: {
      $flag: flag,
      $flag_value: variant ?? enabled,
      $flag_enabled: enabled,
      $flag_reason: reason,
      $flag_version: Number(version),
    },
  };
}
