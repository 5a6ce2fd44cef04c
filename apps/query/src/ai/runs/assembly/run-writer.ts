import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { NativeBlock } from '@svc/otlp/native';
import { COLUMN_STORE } from '@svc/runtime';
import type { AssemblyTools } from './assembly-tools.js';
import { AssemblyRepository } from './assembly.repository.js';

/** Inserts the rows of runs and their steps while this process has the lease. */
@Injectable()
export class RunWriter {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly repository: AssemblyRepository,
  ) {}

  /** @throws LeaseLostError */
  async write(blocks: readonly NativeBlock[], { signal, fence }: AssemblyTools): Promise<void> {
    for (const block of blocks) {
      await this.repository.transaction(fence);
      await this.store.insertBlock(block, { deduplicationToken: `agent-runs/${randomUUID()}`, signal });
    }
  }
}
