import {
  Investigations,
  type InvestigationsCancelRequest,
  type InvestigationsContinueRequest,
  type InvestigationsEventsRequest,
  type InvestigationsGetRequest,
  type InvestigationsListRequest,
  type InvestigationsStartRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { EventsService } from './reads/events.service.js';
import { InvestigationsService } from './reads/investigations.service.js';
import { ContinueService } from './starts/continue.service.js';
import { StartService } from './starts/start.service.js';

@RpcController(Investigations)
export class InvestigationsController implements Handlers<typeof Investigations> {
  constructor(
    private readonly investigations: InvestigationsService,
    private readonly starts: StartService,
    private readonly continuations: ContinueService,
    private readonly streams: EventsService,
  ) {}

  list(request: InvestigationsListRequest, call: Call) {
    return this.investigations.list(request, call);
  }

  start(request: InvestigationsStartRequest, call: Call) {
    return this.starts.start(request, call);
  }

  get({ investigationId }: InvestigationsGetRequest, call: Call) {
    return this.investigations.get(investigationId, call);
  }

  async continue(request: InvestigationsContinueRequest, call: Call) {
    return this.investigations.show(await this.continuations.continue(request, call), call);
  }

  cancel({ investigationId }: InvestigationsCancelRequest, call: Call) {
    return this.investigations.cancel(investigationId, call);
  }

  events(request: InvestigationsEventsRequest, call: Call) {
    return this.streams.open(request, call);
  }
}
