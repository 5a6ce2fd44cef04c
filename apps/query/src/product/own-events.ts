import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { captureHeaders, encodeRecord, readRequest } from '@svc/capture';
import { TOPICS, type EventLog } from '@svc/event-log';
import type { Scope } from '@svc/reading/statement';
import { CLOCK, EVENT_LOG, type Clock } from '@svc/runtime';

/** An event as the capture route takes it. Give it a message ID: events with the same ID count once. */
export interface OwnEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly message_id: string;
  /** RFC 3339. */
  readonly timestamp: string;
  readonly session_id?: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Records product events that the service itself concludes, on the same path as all product events. */
@Injectable()
export class OwnEvents {
  constructor(
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Resolves once they are on disk. Events of an ID that no event may have are left out. */
  async record(project: Scope, retentionDays: number, events: readonly OwnEvent[]): Promise<void> {
    if (events.length === 0) return;
    const body = Buffer.from(JSON.stringify({ events }));
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
