import { backlog } from './backlog.js';
import { deadStore } from './dead-store.js';
import { drain } from './drain.js';
import { erasedLog } from './erased-log.js';
import { erasure } from './erasure.js';
import { overload } from './overload.js';
import { pushBack } from './push-back.js';
import { SharedService } from './shared-service.js';
import { tail } from './tail.js';

/** In an order in which few processes have to start again between two kinds. */
const KINDS = [tail, deadStore, erasedLog, erasure, backlog, overload, pushBack, drain];

describe('one service that is broken in several ways', () => {
  const service = new SharedService();
  beforeAll(() => service.start());
  afterAll(() => service.stop());

  for (const register of KINDS) register(service);
});
