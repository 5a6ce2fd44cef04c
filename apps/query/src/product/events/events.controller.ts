import {
  Events,
  type EventsFunnelRequest,
  type EventsListRequest,
  type EventsNamesRequest,
  type EventsRetentionRequest,
  type EventsTrendsRequest,
  type EventsTriggerersRequest,
} from '@svc/contract';
import { toPagination } from '@svc/reading/paging';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { mapYielding } from '@svc/runtime';
import { toFunnels } from './funnel/funnel.message.js';
import { FunnelService } from './funnel/funnel.service.js';
import { toProductEvent } from './list/list.message.js';
import { EventListService } from './list/list.service.js';
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
    private readonly eventList: EventListService,
    private readonly eventNames: EventNamesService,
    private readonly eventTriggerers: TriggerersService,
    private readonly eventTrends: TrendsService,
    private readonly eventFunnel: FunnelService,
    private readonly eventRetention: RetentionService,
    private readonly readers: ProjectReaders,
  ) {}

  async list(request: EventsListRequest, call: Call) {
    const reader = this.readers.open(call);
    const { rows, names, nextCursor } = await this.eventList.list(request, reader);
    // The properties of one event may take milliseconds to parse.
    const events = await mapYielding(rows, (row) => toProductEvent(row, names, reader.scope), 1);
    return { events, pagination: toPagination(nextCursor) };
  }

  async names(request: EventsNamesRequest, call: Call) {
    const { rows, pagination } = await this.eventNames.names(request, this.readers.open(call));
    return { events: rows.map(toEventName), pagination };
  }

  async triggerers(request: EventsTriggerersRequest, call: Call) {
    const reader = this.readers.open(call);
    const { rows, pagination } = await this.eventTriggerers.triggerers(request, reader);
    return { triggerers: rows.map((row) => toTriggerer(row, reader.scope)), pagination };
  }

  async trends(request: EventsTrendsRequest, call: Call) {
    return toTrends(await this.eventTrends.trends(request, this.readers.open(call)));
  }

  async funnel(request: EventsFunnelRequest, call: Call) {
    return toFunnels(await this.eventFunnel.funnel(request, this.readers.open(call)));
  }

  async retention(request: EventsRetentionRequest, call: Call) {
    return toRetention(await this.eventRetention.retention(request, this.readers.open(call)));
  }
}
