export { IncidentsModule } from './incidents.module.js';
export { IncidentsRepository, type LinkedIncident } from './incidents.repository.js';
export type { Actor, EntryKind, NewEntry } from './timeline/entry.js';
export { TimelineRepository } from './timeline/timeline.repository.js';
