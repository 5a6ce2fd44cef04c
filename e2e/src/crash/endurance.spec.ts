import { backlog } from './shared/backlog.js';
import { deadStore } from './shared/dead-store.js';
import { drain } from './shared/drain.js';
import { onSharedService } from './shared/on-shared-service.js';
import { overload } from './shared/overload.js';
import { tail } from './shared/tail.js';

/** In an order in which few processes have to start again between two kinds. */
onSharedService('one service that outlasts its dependencies and its load', [tail, deadStore, backlog, overload, drain]);
