import {
  Incidents,
  type IncidentsAcknowledgeRequest,
  type IncidentsCommentRequest,
  type IncidentsCreateRequest,
  type IncidentsDeleteRequest,
  type IncidentsGetRequest,
  type IncidentsLinkRequest,
  type IncidentsListRequest,
  type IncidentsReopenRequest,
  type IncidentsResolveRequest,
  type IncidentsTimelineRequest,
  type IncidentsUnlinkRequest,
  type IncidentsUpdateRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { requireFound } from '@svc/service-error';
import { RunningEscalationsRepository } from '../escalation/index.js';
import { CaseFileService } from './case-file/case-file.service.js';
import { CreationService } from './changes/creation.service.js';
import { EditsService } from './changes/edits.service.js';
import { toSubject } from './changes/incident-escalations.js';
import { TransitionsService } from './changes/transitions.service.js';
import { toEntryMessage, toEscalationMessage, toIncidentFields, toIncidentMessage } from './incident.message.js';
import { IncidentsRepository } from './incidents.repository.js';
import { IncidentsListService } from './list/incidents-list.service.js';
import { toResponder } from './timeline/responder.js';
import { TimelineService } from './timeline/timeline.service.js';

@RpcController(Incidents)
export class IncidentsController implements Handlers<typeof Incidents> {
  constructor(
    private readonly incidents: IncidentsRepository,
    private readonly lists: IncidentsListService,
    private readonly caseFiles: CaseFileService,
    private readonly timelines: TimelineService,
    private readonly creation: CreationService,
    private readonly edits: EditsService,
    private readonly transitions: TransitionsService,
    private readonly escalations: RunningEscalationsRepository,
  ) {}

  list(request: IncidentsListRequest, call: Call) {
    return this.lists.list(call.project.id, request);
  }

  create(request: IncidentsCreateRequest, call: Call) {
    return this.creation.create(toResponder(call), request);
  }

  async get({ incidentId }: IncidentsGetRequest, call: Call) {
    const incident = requireFound(await this.incidents.find(call.project.id, incidentId));
    const [caseFile, { entries, isTruncated }, escalation] = await Promise.all([
      this.caseFiles.read(incident, toResponder(call)),
      this.timelines.latest(incident),
      this.escalations.find(incident.projectId, toSubject(incident)),
    ]);
    const timeline = { timeline: entries.map(toEntryMessage), timelineTruncated: isTruncated };
    const page = escalation && { escalation: toEscalationMessage(escalation) };
    return { ...toIncidentFields(incident), ...caseFile, ...timeline, ...page };
  }

  async update(request: IncidentsUpdateRequest, call: Call) {
    return toIncidentMessage(await this.edits.update(toResponder(call), request));
  }

  async delete(request: IncidentsDeleteRequest, call: Call) {
    await this.edits.delete(toResponder(call), request);
    return {};
  }

  acknowledge(request: IncidentsAcknowledgeRequest, call: Call) {
    return this.transitions.act(toResponder(call), request, 'acknowledge');
  }

  resolve(request: IncidentsResolveRequest, call: Call) {
    return this.transitions.act(toResponder(call), request, 'resolve');
  }

  reopen(request: IncidentsReopenRequest, call: Call) {
    return this.transitions.act(toResponder(call), request, 'reopen');
  }

  comment(request: IncidentsCommentRequest, call: Call) {
    return this.transitions.comment(toResponder(call), request);
  }

  async link(request: IncidentsLinkRequest, call: Call) {
    return toIncidentMessage(await this.edits.link(toResponder(call), request));
  }

  async unlink(request: IncidentsUnlinkRequest, call: Call) {
    return toIncidentMessage(await this.edits.unlink(toResponder(call), request));
  }

  async timeline(request: IncidentsTimelineRequest, call: Call) {
    const { entries, ...rest } = await this.timelines.read(call.project.id, request);
    return { ...rest, entries: entries.map(toEntryMessage) };
  }
}
