import { Inject, Injectable } from '@nestjs/common';
import type { InvestigationsContinueRequest } from '@svc/contract';
import type { Scope } from '@svc/investigations';
import { readJson, writeJson, type Investigation } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, requireFound, ServiceError, stateConflict } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { InvestigationsRepository } from '../storage/investigations.repository.js';
import { INVESTIGATION_QUEUE } from '../terms/investigation-queue.js';
import { BUDGET } from '../terms/limits.js';
import { NO_USAGE, type Instruction } from '../terms/records.js';
import { readCommands, type Commands } from './message.js';
import { isNarrowing, narrow, NarrowingReader, type Narrowing } from './narrowing.js';

const MAX_MESSAGES = 20;
const NOTHING =
  'names no time, service, environment, kind of evidence or evidence to run again; write, for example, "only checkout since 10:00", "check log_pattern" or "rerun" and an ID';

/** Continues investigations with messages. */
@Injectable()
export class ContinueService {
  constructor(
    private readonly repository: InvestigationsRepository,
    private readonly narrowing: NarrowingReader,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError not_found, state_conflict, quota_exceeded; invalid_request for a message that asks for nothing. */
  async continue(request: InvestigationsContinueRequest, call: Call): Promise<Investigation> {
    const { context, project } = call;
    const { investigationId: id, message, window } = request;
    const found = requireFound(await this.repository.find(project.id, id));
    if (found.status !== 'completed') throw refuse(found.status);
    if (found.round > MAX_MESSAGES)
      throw new ServiceError('quota_exceeded', { message: `An investigation can have ${MAX_MESSAGES} messages.` });
    const readScopes = found.readScopes.filter((scope) => context.scopes.includes(scope));
    const commands = await this.#readCommands(id, message, readScopes);
    const narrowing = await this.narrowing.read({ field: 'message', text: message, window }, call);
    const isNarrowed = isNarrowing(narrowing);
    if (!isNarrowed && commands.kinds.length === 0 && commands.reruns.length === 0)
      throw invalidField('message', NOTHING);
    const { kinds, reruns } = commands;
    const instruction: Instruction = { kinds, reruns, isLooking: isNarrowed || kinds.length > 0 };
    const scope = narrow(readJson<Scope>(found.scope), narrowing);
    const continued = await this.repository.continue(project.id, id, {
      message: { text: message, understood: understand(narrowing, commands), author: context.principalId },
      data: {
        readScopes,
        scope: writeJson(scope),
        instruction: writeJson(instruction),
        usage: writeJson(NO_USAGE),
      },
      now: new Date(this.clock()),
    });
    if (!continued) throw refuse(requireFound(await this.repository.find(project.id, id)).status);
    this.jobs.wake(INVESTIGATION_QUEUE);
    return continued;
  }

  /** Only evidence that the author may read can be run again. */
  async #readCommands(id: string, message: string, scopes: readonly string[]): Promise<Commands> {
    const entries = await this.repository.entries(id);
    const evidence = entries.flatMap((entry) =>
      entry.kind === 'evidence' && entry.data.scopes.every((scope) => scopes.includes(scope)) ? [entry.data] : [],
    );
    const commands = readCommands(message, evidence);
    if (commands.unknown.length > 0)
      throw invalidField(
        'message',
        'names something after check or rerun that is no kind of evidence and no ID of evidence',
      );
    if (commands.reruns.length > BUDGET.queries)
      throw invalidField(
        'message',
        `names more than ${BUDGET.queries} IDs after rerun, as many as a round may run again`,
      );
    return commands;
  }
}

const refuse = (status: string): ServiceError =>
  stateConflict('status', status, 'Only a completed investigation can be continued.');

/** Describes in words how a message was understood. */
export function understand({ window, services, environment }: Narrowing, { kinds, reruns }: Commands): string {
  const parts = [
    ...(window ? [`look from ${new Date(window.start).toISOString()} to ${new Date(window.end).toISOString()}`] : []),
    ...(services ? [services.length > 0 ? `look at ${services.join(', ')}` : 'look at all services'] : []),
    ...(environment === undefined
      ? []
      : [environment === null ? 'look at all environments' : `look at the environment ${environment}`]),
    ...(kinds.length > 0 ? [`check ${kinds.join(', ')}`] : []),
    ...(reruns.length > 0 ? [`run again ${reruns.join(', ')}`] : []),
  ];
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
