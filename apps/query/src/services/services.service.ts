import { Inject, Injectable } from '@nestjs/common';
import type { ServicesListRequest } from '@svc/contract';
import { CLOCK, type Clock } from '../dependencies.js';
import { isEmpty, present, resolveWindow, type Budget, type Scope, type TimeRange } from '../statement/index.js';
import { ceilTo, floorTo, NANOSECONDS_PER_MINUTE } from '../time/nanoseconds.js';
import type { ServiceRow } from './services.query.js';
import { ServicesRepository } from './services.repository.js';

export interface ListedServices {
  readonly rows: readonly ServiceRow[];
  readonly minutes: TimeRange;
}

@Injectable()
export class ServicesService {
  constructor(
    @Inject(ServicesRepository) private readonly services: ServicesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: ServicesListRequest, scope: Scope, budget: Budget): Promise<ListedServices> {
    const { from, to } = resolveWindow(request, scope, this.clock());
    const minutes = { from: floorTo(from, NANOSECONDS_PER_MINUTE), to: ceilTo(to, NANOSECONDS_PER_MINUTE) };
    if (isEmpty(minutes)) return { rows: [], minutes };
    return { rows: await this.services.list(scope, minutes, present(request.environment), budget), minutes };
  }
}
