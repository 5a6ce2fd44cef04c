import {
  Anomalies,
  type AnomaliesAcknowledgeRequest,
  type AnomaliesDeleteRequest,
  type AnomaliesGetRequest,
  type AnomaliesListRequest,
  type AnomaliesResolveRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { requireFound } from '@svc/service-error';
import { ChangesNear, SETTING_SCOPES, toResponder, type Happening, type Responder } from '../../incidents/index.js';
import { hasLogText, LOG_SCOPE, toFindingMessage } from './finding.message.js';
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
    return this.lists.list(toResponder(call), request);
  }

  async get({ findingId }: AnomaliesGetRequest, call: Call) {
    const finding = requireFound(await this.findings.find(call.project.id, findingId));
    const responder = toResponder(call);
    const { omitted, ...near } = await this.#near(
      { startedAt: finding.startedAt, endedAt: finding.resolvedAt },
      responder,
    );
    const omitsText = hasLogText(finding) && !responder.scopes.has(LOG_SCOPE);
    return {
      ...toFindingMessage(finding, responder.scopes),
      ...near,
      omitted: omitsText ? [...omitted, LOG_SCOPE].toSorted() : omitted,
    };
  }

  async acknowledge(request: AnomaliesAcknowledgeRequest, call: Call) {
    return this.#act(request, call, 'acknowledge');
  }

  async resolve(request: AnomaliesResolveRequest, call: Call) {
    return this.#act(request, call, 'resolve');
  }

  async delete(request: AnomaliesDeleteRequest, call: Call) {
    await this.transitions.delete(toResponder(call), request);
    return {};
  }

  async #act(
    request: AnomaliesAcknowledgeRequest | AnomaliesResolveRequest,
    call: Call,
    act: 'acknowledge' | 'resolve',
  ) {
    const responder = toResponder(call);
    return toFindingMessage(await this.transitions.act(responder, request, act), responder.scopes);
  }

  /** Includes only data that the credential could read by itself. */
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
