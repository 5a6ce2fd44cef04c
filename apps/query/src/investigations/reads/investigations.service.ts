import { Inject, Injectable } from '@nestjs/common';
import type { Investigation as InvestigationMessage, InvestigationsListRequest } from '@svc/contract';
import { keysetList, NEWEST_FIRST, type Cursors } from '@svc/pagination';
import type { Investigation } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
import { requireFound, stateConflict } from '@svc/service-error';
import { EvalConfigsRepository, ModelProvider, toSettings } from '../../ai/index.js';
import { InvestigationsRepository } from '../storage/investigations.repository.js';
import { toMessage, toSummary } from './investigation.message.js';

const PAGE = { default: 20, max: 100 };

@Injectable()
export class InvestigationsService {
  constructor(
    private readonly repository: InvestigationsRepository,
    private readonly provider: ModelProvider,
    private readonly configs: EvalConfigsRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: InvestigationsListRequest, { project, context }: Call) {
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'investigations.list',
      projectId: project.id,
      filters: {},
      order: NEWEST_FIRST,
      limits: PAGE,
      request,
      read: (after, take) => this.repository.list(project.id, after, take),
    });
    return { investigations: rows.map((row) => toSummary(row, context.scopes)), pagination };
  }

  async get(id: string, call: Call): Promise<InvestigationMessage> {
    return this.show(requireFound(await this.repository.find(call.project.id, id)), call);
  }

  async cancel(id: string, call: Call): Promise<InvestigationMessage> {
    const cancelled = await this.repository.cancel(call.project.id, id, new Date(this.clock()));
    if (cancelled) return this.show(cancelled, call);
    const { status } = requireFound(await this.repository.find(call.project.id, id));
    throw stateConflict('status', status, 'Only a queued or running investigation can be cancelled.');
  }

  /** An investigation as the caller may see it. */
  async show(investigation: Investigation, { context, project: retention }: Call): Promise<InvestigationMessage> {
    const [entries, maxCost] = await Promise.all([
      this.repository.entries(investigation.id),
      this.#maxCost(investigation.projectId),
    ]);
    return toMessage({ investigation, entries, retention, maxCost }, context.scopes, this.clock());
  }

  async #maxCost(projectId: string): Promise<string | undefined> {
    if (!this.provider.isConfigured) return undefined;
    const { investigationModel, maxDailyCost } = toSettings(await this.configs.find(projectId));
    return investigationModel === '' ? undefined : maxDailyCost;
  }
}
