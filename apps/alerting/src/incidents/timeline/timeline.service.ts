import { Inject, Injectable } from '@nestjs/common';
import type { IncidentsTimelineRequest } from '@svc/contract';
import { cutPage, pageLimit, type CursorBounds, type Cursors } from '@svc/pagination';
import type { Incident, IncidentEntry } from '@svc/relational';
import { CURSORS } from '@svc/runtime';
import { requireFound } from '@svc/service-error';
import { IncidentsRepository } from '../incidents.repository.js';
import { TimelineRepository } from './timeline.repository.js';

const PAGE = { default: 100, max: 500 };
const LATEST = 50;

/** An entry with the cursor that continues after it. */
export type CursoredEntry = IncidentEntry & { readonly cursor: string };

/** Reads timelines. */
@Injectable()
export class TimelineService {
  constructor(
    private readonly incidents: IncidentsRepository,
    private readonly timelines: TimelineRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  /** Reads entries after a cursor, the earliest first. */
  async read(projectId: string, { incidentId, cursor, limit: asked }: IncidentsTimelineRequest) {
    const [position] = this.cursors.decode(cursor, toBounds({ projectId, id: incidentId })) ?? [];
    const incident = requireFound(await this.incidents.find(projectId, incidentId));
    const after = BigInt(position ?? 0);
    const limit = pageLimit(asked, PAGE);
    const found = await this.timelines.after(incident.id, after, limit + 1);
    const { rows, pagination } = cutPage(this.#withCursors(incident, found), limit, (last) => last.cursor);
    return { entries: rows, pagination, resumeCursor: rows.at(-1)?.cursor ?? this.#cursor(incident, after) };
  }

  /** The last entries, the earliest first. */
  async latest(incident: Incident): Promise<{ entries: readonly CursoredEntry[]; isTruncated: boolean }> {
    const found = await this.timelines.latest(incident.id, LATEST + 1);
    const entries = this.#withCursors(incident, found.slice(0, LATEST).toReversed());
    return { entries, isTruncated: found.length > LATEST };
  }

  #withCursors(incident: Incident, entries: readonly IncidentEntry[]): CursoredEntry[] {
    return entries.map((entry) => ({ ...entry, cursor: this.#cursor(incident, entry.seq) }));
  }

  #cursor(incident: Incident, seq: bigint): string {
    return this.cursors.encode({ ...toBounds(incident), position: [String(seq)] });
  }
}

function toBounds({ projectId, id }: Pick<Incident, 'projectId' | 'id'>): CursorBounds {
  return { operation: 'incidents.timeline', projectId, filters: { incidentId: id }, sort: 'seq asc' };
}
