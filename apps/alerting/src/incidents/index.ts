export { ChangesNear, type Happening } from './case-file/changes-near.js';
export { SETTING_SCOPES } from './case-file/setting-changes.js';
export { IncidentsModule } from './incidents.module.js';
export { IncidentsRepository, type LinkedIncident } from './incidents.repository.js';
export { toResponder, type Responder } from './timeline/responder.js';
export type { Actor, EntryKind, NewEntry } from './timeline/entry.js';
export { TimelineRepository } from './timeline/timeline.repository.js';
