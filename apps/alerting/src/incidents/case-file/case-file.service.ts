import type { MessageInitShape } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import type { IncidentDetailsSchema } from '@svc/contract';
import type { LinkedIncident } from '../incidents.repository.js';
import type { Responder } from '../timeline/responder.js';
import { ChangesNear } from './changes-near.js';
import { Facts } from './facts.js';
import { LinkedSignals } from './linked-signals.js';
import { SETTING_SCOPES } from './setting-changes.js';

const MAX_ISSUES = 10;

type Details = MessageInitShape<typeof IncidentDetailsSchema>;
export type CaseFile = Pick<
  Details,
  'alerts' | 'anomalies' | 'issues' | 'deploys' | 'flagChanges' | 'settingChanges' | 'omitted'
>;

/** Context of an incident. Includes only data that the credential could read by itself. */
@Injectable()
export class CaseFileService {
  constructor(
    private readonly facts: Facts,
    private readonly changes: ChangesNear,
    private readonly signals: LinkedSignals,
  ) {}

  async read(incident: LinkedIncident, responder: Responder): Promise<CaseFile> {
    const { scopes } = responder;
    const links = (wanted: string): boolean => incident.links.some(({ type }) => type === wanted);
    const hasIssues = links('error_group');
    const needed = [
      ...['releases:read', 'flags:read', ...SETTING_SCOPES, ...(hasIssues ? ['issues:read', 'errors:read'] : [])],
      ...(links('alert') ? ['alerts:read'] : []),
      ...(links('anomaly') ? ['anomalies:read'] : []),
    ];
    const isShown = (type: string, scope: string): boolean => links(type) && scopes.has(scope);
    const happening = { startedAt: incident.createdAt, endedAt: incident.resolvedAt };
    const [alerts, anomalies, issues, deploys, flagChanges, settingChanges] = await Promise.all([
      isShown('alert', 'alerts:read') ? this.#own('alerts', () => this.signals.alerts(incident)) : undefined,
      isShown('anomaly', 'anomalies:read') ? this.#own('anomalies', () => this.signals.anomalies(incident)) : undefined,
      hasIssues && scopes.has('issues:read') ? this.#issues(incident, responder) : undefined,
      scopes.has('releases:read') ? this.changes.deploys(happening, responder) : undefined,
      scopes.has('flags:read') ? this.changes.flagChanges(happening, responder) : undefined,
      this.changes.settingChanges(happening, responder),
    ]);
    return {
      ...(alerts && { alerts }),
      ...(anomalies && { anomalies }),
      ...(issues && { issues }),
      ...(deploys && { deploys }),
      ...(flagChanges && { flagChanges }),
      ...(settingChanges && { settingChanges }),
      omitted: [...new Set(needed)].filter((scope) => !scopes.has(scope)).toSorted(),
    };
  }

  /** Links never exceed one page. */
  #own<Item>(name: string, read: () => Promise<Item[]>) {
    return this.changes.part(name, async () => ({ items: await read(), truncated: false }));
  }

  #issues({ links }: LinkedIncident, responder: Responder) {
    const refs = links.filter(({ type }) => type === 'error_group').map(({ ref }) => ref);
    const issueIds = refs.slice(0, MAX_ISSUES);
    const request = { issueIds, withEvents: true, withAffected: responder.scopes.has('errors:read') };
    return this.changes.part('issues', async () => {
      const { issues } = await this.facts.ask(responder, (client, options) => client.issues(request, options));
      const byId = new Map(issues.map((issue) => [issue.id, issue]));
      const items = issueIds.flatMap((id) => {
        const issue = byId.get(id);
        if (!issue) return [];
        const { title, status, events, persons, accounts, accountsTruncated } = issue;
        return [
          {
            id,
            title,
            status,
            events,
            ...(persons !== undefined && { affectedPersons: persons }),
            ...(accounts !== undefined && { affectedAccounts: accounts }),
            affectedAccountsTruncated: accountsTruncated,
          },
        ];
      });
      return { items, truncated: refs.length > MAX_ISSUES };
    });
  }
}
