import { backlog } from './shared/backlog.js';
import { deadStore } from './shared/dead-store.js';
import { drain, DRAIN_SETTINGS } from './shared/drain.js';
import { onSharedService } from './shared/on-shared-service.js';
import { overload, OVERLOAD_SETTINGS } from './shared/overload.js';
import { tail } from './shared/tail.js';

/** In an order in which few processes have to start again between two kinds: the last one stops them. */
onSharedService('one service that outlasts its dependencies and its load', {
  env: { ...OVERLOAD_SETTINGS, ...DRAIN_SETTINGS },
  kinds: [tail, deadStore, backlog, overload, drain],
  inspections: 2,
});
