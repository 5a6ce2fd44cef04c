import type { RecordedEvent } from '@svc/player';
import { api, type Json } from '../../api.js';

/** The events of a session that are stored, from all pages; undefined if there is no such recording yet. */
export async function readStoredEvents(project: string, session: string): Promise<RecordedEvent[] | undefined> {
  const stored: RecordedEvent[] = [];
  for (let cursor = ''; ;) {
    const query = `project_id=${project}${cursor && `&cursor=${cursor}`}`;
    const { status, json } = await api('GET', `/replay/${session}/snapshots?${query}`);
    if (status !== 200) return undefined;
    const events: readonly Json[] = json['events'];
    stored.push(...events.map(({ event }) => event as unknown as RecordedEvent));
    cursor = json['pagination']?.['next_cursor'] ?? '';
    if (cursor === '') return stored;
  }
}
