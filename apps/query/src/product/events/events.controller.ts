import { Inject } from '@nestjs/common';
import {
  Events,
  type EventsFunnelRequest,
  type EventsNamesRequest,
  type EventsRetentionRequest,
  type EventsTrendsRequest,
  type EventsTriggerersRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { Budget, Scope } from '@svc/reading/statement';
import { toFunnels } from './funnel/funnel.message.js';
import { FunnelService } from './funnel/funnel.service.js';
import { toEventName } from './names/name.message.js';
import { EventNamesService } from './names/names.service.js';
import { toRetention } from './retention/retention.message.js';
import { RetentionService } from './retention/retention.service.js';
import { toTrends } from './trends/trends.message.js';
import { TrendsService } from './trends/trends.service.js';
import { toTriggerer } from './triggerers/triggerer.message.js';
import { TriggerersService } from './triggerers/triggerers.service.js';

@RpcController(Events)
export class EventsController implements Handlers<typeof Events> {
  constructor(
    @Inject(EventNamesService) private readonly eventNames: EventNamesService,
    @Inject(TriggerersService) private readonly eventTriggerers: TriggerersService,
    @Inject(TrendsService) private readonly eventTrends: TrendsService,
    @Inject(FunnelService) private readonly eventFunnel: FunnelService,
    @Inject(RetentionService) private readonly eventRetention: RetentionService,
  ) {}

  async names(request: EventsNamesRequest, call: Call) {
    const { rows, pagination } = await this.eventNames.names(request, Scope.of(call.project), Budget.of(call));
    return { events: rows.map(toEventName), pagination };
  }

  async triggerers(request: EventsTriggerersRequest, call: Call) {
    const scope = Scope.of(call.project);
    const { rows, pagination } = await this.eventTriggerers.triggerers(request, scope, Budget.of(call));
    return { triggerers: rows.map((row) => toTriggerer(row, scope)), pagination };
  }

  async trends(request: EventsTrendsRequest, call: Call) {
    return toTrends(await this.eventTrends.trends(request, Scope.of(call.project), Budget.of(call)));
  }

  async funnel(request: EventsFunnelRequest, call: Call) {
    return toFunnels(await this.eventFunnel.funnel(request, Scope.of(call.project), Budget.of(call)));
  }

  async retention(request: EventsRetentionRequest, call: Call) {
    return toRetention(await this.eventRetention.retention(request, Scope.of(call.project), Budget.of(call)));
  }
}
