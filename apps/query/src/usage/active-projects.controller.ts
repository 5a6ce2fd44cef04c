import { Inject } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { ActiveProjects, type ActiveProjectsListRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/runtime';
import { selectActiveProjects } from './active-projects.query.js';

const HOUR_S = 3_600;

/** Answers background work of other services of the installation. */
@RpcController(ActiveProjects)
export class ActiveProjectsController implements Handlers<typeof ActiveProjects> {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list({ hours }: ActiveProjectsListRequest, { signal }: Call) {
    const thisHour = Math.floor(this.clock() / 1_000 / HOUR_S) * HOUR_S;
    const rows = await this.store.query(selectActiveProjects(thisHour - hours * HOUR_S, signal));
    return { projects: rows.map(({ project_number: number, signals }) => ({ number, signals: [...signals] })) };
  }
}
