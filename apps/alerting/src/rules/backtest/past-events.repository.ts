import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { latestEvents } from '@svc/work';
import type { RuleKind } from '../definition/definition.js';
import { KINDS_BY_EVENT } from '../engine/event-series.js';

/** The most events that a test reads: the latest ones. */
const MAX_EVENTS = 2_000;

export interface PastEvents {
  /** Oldest first. */
  readonly events: readonly DomainEvent[];
  /** Whether earlier ones are missing. */
  readonly isTruncated: boolean;
}

@Injectable()
export class PastEventsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The events of a project that rules of a kind are evaluated on. Events are kept for seven days. */
  async read(projectId: string, kind: RuleKind, from: Date, to: Date): Promise<PastEvents> {
    const types = [...KINDS_BY_EVENT].filter(([, kinds]) => kinds.includes(kind)).map(([type]) => type);
    const latest = await latestEvents(this.relational, { projectId, types, from, to, limit: MAX_EVENTS + 1 });
    return { events: latest.slice(0, MAX_EVENTS).reverse(), isTruncated: latest.length > MAX_EVENTS };
  }
}
