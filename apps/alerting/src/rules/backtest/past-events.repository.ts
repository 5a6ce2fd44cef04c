import { Inject, Injectable } from '@nestjs/common';
import type { DomainEvent, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/service';
import type { RuleKind } from '../definition/definition.js';
import { KINDS_BY_EVENT } from '../engine/event-series.js';

/** Events that a test looks at: the latest ones. */
const MOST = 2_000;

export interface PastEvents {
  /** In their order. */
  readonly events: readonly DomainEvent[];
  /** Whether earlier ones are missing. */
  readonly isTruncated: boolean;
}

@Injectable()
export class PastEventsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** What happened in a project that rules of a kind follow. Events are kept for seven days. */
  async read(projectId: string, kind: RuleKind, from: Date, to: Date): Promise<PastEvents> {
    const types = [...KINDS_BY_EVENT].filter(([, kinds]) => kinds.includes(kind)).map(([type]) => type);
    const latest = await this.relational.client.domainEvent.findMany({
      where: { projectId, type: { in: types }, occurredAt: { gt: from, lte: to } },
      orderBy: { id: 'desc' },
      take: MOST + 1,
    });
    return { events: latest.slice(0, MOST).reverse(), isTruncated: latest.length > MOST };
  }
}
