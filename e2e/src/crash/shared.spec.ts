import { backlog } from './shared/backlog.js';
import { deadStore } from './shared/dead-store.js';
import { drain } from './shared/drain.js';
import { erasedLog } from './shared/erased-log.js';
import { erasure } from './shared/erasure.js';
import { overload } from './shared/overload.js';
import { pushBack } from './shared/push-back.js';
import { SharedService } from './shared/shared-service.js';
import { tail } from './shared/tail.js';

/** In an order in which few processes have to start again between two kinds. */
const KINDS = [tail, deadStore, erasedLog, erasure, backlog, overload, pushBack, drain];

describe('one service that is broken in several ways', () => {
  const service = new SharedService();
  beforeAll(() => service.start());
  afterAll(() => service.stop());

  for (const register of KINDS) register(service);
});
