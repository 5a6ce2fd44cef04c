import { setTimeout as pause } from 'node:timers/promises';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { InvestigationEventSchema, InvestigationsEventsRequest } from '@svc/contract';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, requireFound } from '@svc/service-error';
import { StreamPlaces } from '../../telemetry/index.js';
import { InvestigationsRepository } from '../storage/investigations.repository.js';
import { isActive } from '../terms/records.js';
import { starterOmissions } from './entry-views.js';
import { EventViews } from './event-views.js';

type Event = MessageInitShape<typeof InvestigationEventSchema>;

const POLL_MS = 500;
const HEARTBEAT_MS = 15_000;
/** Entries of one read. */
const PAGE = 100;
const PLACES = { perProject: 10, perCredential: 6 };

/**
 * Streams the entries of investigations from the relational store, so that it does not matter which process runs an investigation and which
 * one a client is connected to.
 */
@Injectable()
export class EventsService {
  readonly #places = new StreamPlaces(PLACES);

  constructor(
    private readonly repository: InvestigationsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Rejects an invalid request before it opens the stream. */
  async open({ investigationId: id, resume }: InvestigationsEventsRequest, call: Call): Promise<AsyncIterable<Event>> {
    const { context, project, signal } = call;
    const found = requireFound(await this.repository.find(project.id, id));
    const after = BigInt(resume || 0);
    if (after > found.lastSeq) throw invalidField('resume', 'must be the ID of an event of the investigation');
    const views = await this.#startViews(id, after, new EventViews(context.scopes, project, this.clock));
    const leave = once(this.#places.enter(project.number, context.credentialId));
    // A stream that is never read ends with its call.
    signal.addEventListener('abort', leave, { once: true });
    const omissions = after === 0n ? starterOmissions(found) : [];
    return this.#events(project.id, id, { after, views, omissions, signal, leave });
  }

  /** The conclusion of a stream that continues cites evidence that was sent before. */
  async #startViews(id: string, after: bigint, views: EventViews): Promise<EventViews> {
    if (after === 0n) return views;
    for (const entry of await this.repository.entries(id)) if (entry.seq <= after) views.observe(entry);
    return views;
  }

  async *#events(
    projectId: string,
    id: string,
    stream: {
      readonly after: bigint;
      readonly views: EventViews;
      readonly omissions: ReturnType<typeof starterOmissions>;
      readonly signal: AbortSignal;
      readonly leave: () => void;
    },
  ): AsyncGenerator<Event> {
    const { views, omissions, signal, leave } = stream;
    let { after } = stream;
    let sentAt = this.clock();
    try {
      for (const value of omissions) yield { event: { case: 'omission', value } };
      for (;;) {
        // Read before the entries: what happened before it ended is among them.
        const found = await this.repository.find(projectId, id);
        const entries = await this.repository.entries(id, after, PAGE);
        for (const entry of entries) {
          after = entry.seq;
          const event = views.toEvent(entry);
          if (event) yield { ...event, id: String(entry.seq) };
        }
        if (entries.length > 0) sentAt = this.clock();
        else if (!found || !isActive(found.status)) return;
        else if (this.clock() - sentAt >= HEARTBEAT_MS) {
          sentAt = this.clock();
          yield { event: { case: 'heartbeat', value: { at: timestampFromMs(sentAt) } } };
        }
        if (entries.length < PAGE) await pause(POLL_MS, undefined, { signal });
      }
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  }
}

/** The function, which does something at its first call only. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
