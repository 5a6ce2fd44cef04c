import { backlog } from './shared/backlog.js';
import { deadStore } from './shared/dead-store.js';
import { drain, DRAIN_SETTINGS } from './shared/drain.js';
import { onSharedService } from './shared/on-shared-service.js';
import { overload, OVERLOAD_SETTINGS } from './shared/overload.js';
import { tail } from './shared/tail.js';

/** The order of the kinds restarts few processes; the last kind stops them. */
onSharedService('one service that outlasts its dependencies and its load', {
  env: { ...OVERLOAD_SETTINGS, ...DRAIN_SETTINGS },
  kinds: [tail, deadStore, backlog, overload, drain],
  inspections: 2,
});
