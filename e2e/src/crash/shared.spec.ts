import { erasedLog } from './shared/erased-log.js';
import { erasure } from './shared/erasure.js';
import { onSharedService } from './shared/on-shared-service.js';
import { pushBack, PUSH_BACK_SETTINGS } from './shared/push-back.js';

/** Every run of the gate includes these kinds, because they could lose data or show it to others. The last kind stops the only process. */
onSharedService('one service whose erasures and stores are interrupted', {
  env: PUSH_BACK_SETTINGS,
  kinds: [erasure, pushBack, erasedLog],
  inspections: 2,
});
