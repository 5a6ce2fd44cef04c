import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createCapturePool } from '../capture/capture-pool.js';
import { createPreparePool } from '../receive/prepare.js';
import { createReplayPool } from '../replay/replay-pool.js';
import { createSlicesPool } from '../replay/slices/slices-pool.js';

/** The pools of worker threads that check large bodies. */
@Injectable()
export class WorkerPools implements OnApplicationShutdown {
  readonly otlp = createPreparePool();
  readonly capture = createCapturePool();
  readonly replay = createReplayPool();
  readonly slices = createSlicesPool();

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.otlp.close(), this.capture.close(), this.replay.close(), this.slices.close()]);
  }
}
