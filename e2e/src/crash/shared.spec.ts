import { erasedLog } from './shared/erased-log.js';
import { erasure } from './shared/erasure.js';
import { onSharedService } from './shared/on-shared-service.js';
import { pushBack } from './shared/push-back.js';

/** What must not be lost or shown to others, and so runs on every run of the gate, in an order in which few processes have to start again. */
onSharedService('one service whose erasures and stores are interrupted', [erasedLog, erasure, pushBack]);
