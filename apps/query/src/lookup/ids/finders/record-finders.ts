import { Inject, Injectable } from '@nestjs/common';
import {
  findAlerts,
  findAnomalies,
  findCanonicalIssues,
  findIncident,
  findIncidentIds,
  findIssueIds,
} from '@svc/directory';
import { fromMilliseconds } from '@svc/reading/time';
import { isId, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { FlagsRepository } from '../../../product/index.js';
import { pathOf, toTitle, type Match, type MatchedBy } from '../kinds.js';
import { allOf, type Finder } from './finder.js';

/** Finds what is in the relational store. */
@Injectable()
export class RecordFinders {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    private readonly flags: FlagsRepository,
  ) {}

  /** An issue that was merged is the one that it was merged into. */
  readonly issue: Finder = async ({ id: given }, { scope: { projectId } }) => {
    const name = given.toLowerCase();
    const ids = await findIssueIds(this.relational.client, projectId, name);
    const issues = await findCanonicalIssues(this.relational.client, projectId, ids);
    const found = [...new Map([...issues.values()].map((issue) => [issue.id, issue])).values()];
    const matches = found.map(({ id, title, firstSeen }): Match => {
      const time = toTime(firstSeen);
      return { type: 'issue', id, title: toTitle(title), matchedBy: byName(name), time, path: pathOf`/issues/${id}` };
    });
    return { found: matches, isTruncated: ids.length > 1 };
  };

  readonly incident: Finder = async ({ id: given }, { scope: { projectId } }) => {
    const name = given.toLowerCase();
    const { client } = this.relational;
    const ids = await findIncidentIds(client, projectId, name);
    const incidents = await Promise.all(ids.map((id) => findIncident(client, projectId, id)));
    const matches = incidents.flatMap((incident): Match[] => {
      if (!incident) return [];
      const { id, number, title, createdAt } = incident;
      const matchedBy = name.startsWith('inc-') ? 'number' : byName(name);
      const path = pathOf`/incidents/${id}`;
      return [
        { type: 'incident', id, title: toTitle(`INC-${number}: ${title}`), matchedBy, time: toTime(createdAt), path },
      ];
    });
    return { found: matches, isTruncated: ids.length > 1 };
  };

  readonly alert: Finder = async ({ id: given }, { scope: { projectId } }) => {
    const alerts = await findAlerts(this.relational.client, projectId, [given.toLowerCase()]);
    return allOf(
      alerts.map(({ id, name, startedAt }): Match => {
        const path = pathOf`/alerts/${id}`;
        return { type: 'alert', id, title: toTitle(name), matchedBy: 'id', time: toTime(startedAt), path };
      }),
    );
  };

  readonly anomaly: Finder = async ({ id: given }, { scope: { projectId } }) => {
    const anomalies = await findAnomalies(this.relational.client, projectId, [given.toLowerCase()]);
    return allOf(
      anomalies.map(({ id, detector, labels, startedAt }): Match => {
        const series = Object.values(labels as Readonly<Record<string, string>>).join(', ');
        const title = toTitle(`${detector.replaceAll('_', ' ')} of ${series}`);
        return { type: 'anomaly', id, title, matchedBy: 'id', time: toTime(startedAt), path: pathOf`/anomalies/${id}` };
      }),
    );
  };

  readonly flag: Finder = async ({ id }, { scope: { projectId } }) => {
    const flag = await this.flags.find(projectId, id);
    if (!flag) return allOf([]);
    const { key, name } = flag;
    const title = toTitle(name === '' ? key : name);
    return allOf([{ type: 'flag', id: key, title, matchedBy: 'key', path: pathOf`/flags/${key}` }]);
  };
}

const toTime = (date: Date): bigint => fromMilliseconds(date.getTime());
const byName = (name: string): MatchedBy => (isId(name) ? 'id' : 'prefix');
