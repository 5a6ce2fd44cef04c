import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { IncidentDetailsSchema } from '@svc/contract';
import { toServiceError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, type Clock } from '@svc/service';
import type { LinkedIncident } from '../incidents.repository.js';
import type { Responder } from '../responder.js';
import { Facts } from './facts.js';

const MAX_ISSUES = 10;
const MAX_CHANGES = 50;
/** What changed before the incident may have caused it. */
const LEAD_MS = 3_600_000;

type Details = MessageInitShape<typeof IncidentDetailsSchema>;
export type CaseFile = Pick<Details, 'issues' | 'deploys' | 'flagChanges' | 'omitted'>;

/** A list that the query service supplies. */
interface Part<Item> {
  readonly items: Item[];
  readonly truncated: boolean;
  readonly error?: string;
}

/** What is known around an incident. Nobody sees here what the credential could not read by itself. */
@Injectable()
export class CaseFileService {
  constructor(
    private readonly facts: Facts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async read(incident: LinkedIncident, responder: Responder): Promise<CaseFile> {
    const { scopes } = responder;
    const hasIssues = incident.links.some(({ type }) => type === 'error_group');
    const needed = ['releases:read', 'flags:read', ...(hasIssues ? ['issues:read', 'errors:read'] : [])];
    const [issues, deploys, flagChanges] = await Promise.all([
      hasIssues && scopes.has('issues:read') ? this.#issues(incident, responder) : undefined,
      scopes.has('releases:read') ? this.#deploys(incident, responder) : undefined,
      scopes.has('flags:read') ? this.#flagChanges(incident, responder) : undefined,
    ]);
    return {
      ...(issues && { issues }),
      ...(deploys && { deploys }),
      ...(flagChanges && { flagChanges }),
      omitted: needed.filter((scope) => !scopes.has(scope)).toSorted(),
    };
  }

  #issues({ links }: LinkedIncident, responder: Responder) {
    const refs = links.filter(({ type }) => type === 'error_group').map(({ ref }) => ref);
    const issueIds = refs.slice(0, MAX_ISSUES);
    const request = { issueIds, withEvents: true, withAffected: responder.scopes.has('errors:read') };
    return this.#part('issues', async () => {
      const { issues } = await this.facts.ask(responder, (client, options) => client.issues(request, options));
      const byId = new Map(issues.map((issue) => [issue.id, issue]));
      const items = issueIds.flatMap((id) => {
        const issue = byId.get(id);
        if (!issue) return [];
        const { title, status, events, persons, accounts, accountsTruncated } = issue;
        return [
          {
            ...{ id, title, status, events },
            ...(persons !== undefined && { affectedPersons: persons }),
            ...(accounts !== undefined && { affectedAccounts: accounts }),
            affectedAccountsTruncated: accountsTruncated,
          },
        ];
      });
      return { items, truncated: refs.length > MAX_ISSUES };
    });
  }

  #deploys(incident: LinkedIncident, responder: Responder) {
    return this.#part('deploys', async () => {
      const { deploys } = await this.facts.ask(responder, (client, options) =>
        client.deploys(this.#window(incident), options),
      );
      const items = deploys.map(({ release, deployedAt, author, commit }) => ({
        ...{ release, author, commit },
        ...(deployedAt && { deployedAt }),
      }));
      return cut(items);
    });
  }

  #flagChanges(incident: LinkedIncident, responder: Responder) {
    return this.#part('flags', async () => {
      const { flags } = await this.facts.ask(responder, (client, options) =>
        client.flagChanges(this.#window(incident), options),
      );
      const items = flags.map(({ key, isCreated, changedAt, active, version }) => ({
        ...{ key, active, version, change: isCreated ? 'created' : 'updated' },
        ...(changedAt && { changedAt }),
      }));
      return cut(items);
    });
  }

  /** From an hour before the incident until its resolution, or until now. */
  #window({ createdAt, resolvedAt }: LinkedIncident) {
    return {
      startTime: timestampFromDate(new Date(createdAt.getTime() - LEAD_MS)),
      endTime: timestampFromDate(resolvedAt ?? new Date(this.clock())),
      limit: MAX_CHANGES + 1,
    };
  }

  /** A part that cannot be read does not hide the incident. */
  async #part<Item>(name: string, read: () => Promise<Part<Item>>): Promise<Part<Item>> {
    try {
      return await read();
    } catch (cause) {
      const error = toServiceError(cause);
      if (error.code === 'cancelled') throw error;
      this.logger.warn({ err: error, part: name }, 'part of a case file not read; left out');
      return { items: [], truncated: false, error: `The ${name} cannot be read now: ${error.code}.` };
    }
  }
}

function cut<Item>(items: Item[]): Part<Item> {
  return { items: items.slice(0, MAX_CHANGES), truncated: items.length > MAX_CHANGES };
}
