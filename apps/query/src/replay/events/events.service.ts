import { Inject, Injectable } from '@nestjs/common';
import type { ReplaySnapshotsRequest } from '@svc/contract';
import type { ObjectStore } from '@svc/objects';
import { pageLimit, type Cursors } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { CURSORS, OBJECT_STORE } from '@svc/runtime';
import { AssetMirror } from '../assets/asset-mirror.js';
import { RecordingAssets } from '../assets/recording-assets.js';
import { RecordingsService } from '../reads/recordings.service.js';
import { shapeOf } from '../reads/session-shape.js';
import { StoredEvents } from '../reads/stored-events.js';
import { readAssetPage, type AssetPosition } from './asset-page.js';
import { readEventPage, type EventPage, type EventPosition } from './event-page.js';

const PAGE = { default: 500, max: 5_000 };
/** The beginning of a position among the copies in front of the events; that of an event begins with a time. */
const AMONG_ASSETS = 'assets';

/** Reads the events of recordings. */
@Injectable()
export class ReplayEvents {
  constructor(
    private readonly recordings: RecordingsService,
    private readonly assets: RecordingAssets,
    private readonly mirror: AssetMirror,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  /**
   * A page of events as the JSON text of a ReplaySnapshots. The events are put together as texts, because they can be large.
   *
   * @throws ServiceError not_found, or InvalidArgument for a cursor that is not of this list.
   */
  async page(
    { sessionId, fromOffsetMs, cursor, limit, assets }: ReplaySnapshotsRequest,
    reader: ProjectReader,
  ): Promise<string> {
    const list = {
      operation: 'replay.snapshots',
      projectId: reader.scope.projectId,
      filters: { session_id: sessionId, from_offset_ms: String(fromOffsetMs ?? ''), assets: assets || undefined },
      sort: 'time_asc',
    };
    const position = this.cursors.decode(cursor, { ...list, error: 'InvalidArgument' });
    const recording = await this.recordings.open(sessionId, reader);
    const { session, rows, places } = recording;
    const shape = await shapeOf(rows);
    const isAmongAssets = position?.[0] === AMONG_ASSETS;
    const isSpent = (): boolean => reader.budget.isSpent();
    if (assets && (!position || isAmongAssets)) {
      const copies = await this.assets.copies(recording, shape);
      const after = position && toAssetPosition(position);
      const { projectNumber } = reader.scope;
      const { objects } = this;
      const most = pageLimit(limit, PAGE);
      const { events, last, lost } = await readAssetPage({
        objects,
        projectNumber,
        copies,
        after,
        limit: most,
        isSpent,
      });
      await this.mirror.restore({ id: reader.scope.projectId, number: projectNumber }, lost);
      const next = last && this.cursors.encode({ ...list, position: [AMONG_ASSETS, last.index, last.name] });
      if (next !== undefined) return toJson({ events, unreadable: 0 }, shape.firstMs, next);
    }
    const stored = new StoredEvents(this.objects, session.key, places);
    const page = await readEventPage({
      shape,
      fromMs: fromOffsetMs === undefined ? undefined : shape.firstMs + Number(fromOffsetMs),
      after: position && !isAmongAssets ? toEventPosition(position) : undefined,
      limit: pageLimit(limit, PAGE),
      read: ({ row }) => stored.read(row),
      bytesOf: ({ row }) => stored.bytesOf(row),
      isSpent,
    });
    const { next } = page;
    const nextCursor =
      next && this.cursors.encode({ ...list, position: [String(next.timeMs), next.windowId, next.seq, next.index] });
    return toJson(page, shape.firstMs, nextCursor);
  }
}

function toAssetPosition([, index, name]: readonly (string | number)[]): AssetPosition {
  return { index: Number(index), name: String(name) };
}

function toEventPosition([time, windowId, seq, index]: readonly (string | number)[]): EventPosition {
  return { timeMs: Number(time), windowId: String(windowId), seq: Number(seq), index: Number(index) };
}

function toJson(
  { events, unreadable }: Omit<EventPage, 'next'>,
  startMs: number,
  nextCursor: string | undefined,
): string {
  const texts = events.map(({ timeMs, windowId, seq, text }) => {
    const offset = Math.round((timeMs - startMs) * 1_000) / 1_000;
    return `{"window_id":${JSON.stringify(windowId)},"seq":${seq},"offset_ms":${offset},"event":${text}}`;
  });
  const pagination = {
    has_more: nextCursor !== undefined,
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
  };
  return `{"events":[${texts.join(',')}],"unreadable_chunks":${unreadable},"pagination":${JSON.stringify(pagination)}}`;
}
