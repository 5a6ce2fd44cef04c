import {
  Anomalies,
  type AnomaliesAcknowledgeRequest,
  type AnomaliesDeleteRequest,
  type AnomaliesGetRequest,
  type AnomaliesListRequest,
  type AnomaliesResolveRequest,
} from '@svc/contract';
import { notFound } from '@svc/errors';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ChangesNear, SETTING_SCOPES, toResponder, type Happening, type Responder } from '../../incidents/index.js';
import { toFindingMessage } from './finding.message.js';
import { FindingsListService } from './findings-list.service.js';
import { FindingsRepository } from './findings.repository.js';
import { TransitionsService } from './transitions.service.js';

@RpcController(Anomalies)
export class AnomaliesController implements Handlers<typeof Anomalies> {
  constructor(
    private readonly findings: FindingsRepository,
    private readonly lists: FindingsListService,
    private readonly transitions: TransitionsService,
    private readonly changes: ChangesNear,
  ) {}

  list(request: AnomaliesListRequest, call: Call) {
    return this.lists.list(call.project.id, request);
  }

  async get({ findingId }: AnomaliesGetRequest, call: Call) {
    const finding = await this.findings.find(call.project.id, findingId);
    if (!finding) throw notFound();
    const near = { startedAt: finding.startedAt, endedAt: finding.resolvedAt };
    return { ...toFindingMessage(finding), ...(await this.#near(near, toResponder(call))) };
  }

  async acknowledge(request: AnomaliesAcknowledgeRequest, call: Call) {
    return toFindingMessage(await this.transitions.act(toResponder(call), request, 'acknowledge'));
  }

  async resolve(request: AnomaliesResolveRequest, call: Call) {
    return toFindingMessage(await this.transitions.act(toResponder(call), request, 'resolve'));
  }

  async delete(request: AnomaliesDeleteRequest, call: Call) {
    await this.transitions.delete(toResponder(call), request);
    return {};
  }

  /** Nobody sees here what the credential could not read by itself. */
  async #near(happening: Happening, responder: Responder) {
    const { scopes } = responder;
    const [deploys, flagChanges, settingChanges] = await Promise.all([
      scopes.has('releases:read') ? this.changes.deploys(happening, responder) : undefined,
      scopes.has('flags:read') ? this.changes.flagChanges(happening, responder) : undefined,
      this.changes.settingChanges(happening, responder),
    ]);
    return {
      ...(deploys && { deploys }),
      ...(flagChanges && { flagChanges }),
      ...(settingChanges && { settingChanges }),
      omitted: ['flags:read', 'releases:read', ...SETTING_SCOPES].filter((scope) => !scopes.has(scope)).toSorted(),
    };
  }
}
