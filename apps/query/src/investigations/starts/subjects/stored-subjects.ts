import { Inject, Injectable } from '@nestjs/common';
import {
  findAlert,
  findAlerts,
  findAnomalies,
  findCanonicalIssue,
  findCanonicalIssues,
  findIncident,
  findIncidentIds,
  findIssueIds,
} from '@svc/directory';
import type { Issue, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { windowOf, type FoundSubject } from './subject.js';

/** Services of one subject; more say no more than all. */
const MAX_SERVICES = 20;

/** Names of the label that has the name of a span. */
const OPERATION = ['operation', 'name'];

type Labels = Readonly<Record<string, unknown>>;
type Finder = (projectId: string, ref: string, now: number) => Promise<FoundSubject | undefined>;

/** Finds the subjects that are in the relational store. A short name that is the beginning of several IDs names none. */
@Injectable()
export class StoredSubjects {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  readonly alert: Finder = async (projectId, ref, now) => {
    const found = await findAlert(this.relational.client, projectId, ref);
    if (!found) return undefined;
    const { alert, metric, signal } = found;
    const [operation] = signal === 'traces' ? OPERATION.flatMap((name) => values([alert.labels as Labels], name)) : [];
    const scope = {
      ...toPlace([alert.labels as Labels]),
      window: windowOf(alert.startedAt, alert.resolvedAt, now),
      ...(metric !== '' && { metric }),
      ...(operation !== undefined && { operation }),
    };
    return { type: 'alert', ref: alert.id, scope };
  };

  /** The finding is about a time that has passed, so its window ends with the last one that deviated. */
  readonly anomaly: Finder = async (projectId, ref, now) => {
    const [found] = await findAnomalies(this.relational.client, projectId, [ref]);
    if (!found) return undefined;
    const window = windowOf(found.startedAt, found.lastSeenAt, now);
    return { type: 'anomaly', ref: found.id, scope: { ...toPlace([found.labels as Labels]), window } };
  };

  /** The last hour of its events, or less if it is younger. */
  readonly issue: Finder = async (projectId, ref, now) => {
    const { client } = this.relational;
    const id = await this.#only(findIssueIds, projectId, ref);
    const found = id === undefined ? null : await findCanonicalIssue(client, projectId, id);
    if (!found) return undefined;
    const startedAt = new Date(Math.max(found.firstSeen.getTime(), found.lastSeen.getTime() - HOUR_MS));
    const window = windowOf(startedAt, new Date(found.lastSeen.getTime() + MINUTE_MS), now);
    const place = toPlace(await this.#places(projectId, [found]));
    return { type: 'issue', ref: found.id, scope: { ...place, window, issueId: found.id } };
  };

  /** The places in which its linked alerts, anomalies and issues were seen. */
  readonly incident: Finder = async (projectId, ref, now) => {
    const { client } = this.relational;
    const id = await this.#only(findIncidentIds, projectId, ref);
    const found = id === undefined ? null : await findIncident(client, projectId, id);
    if (!found) return undefined;
    const refs = (wanted: string) => found.links.filter(({ type }) => type === wanted).map((link) => link.ref);
    const [alerts, anomalies, issues] = await Promise.all([
      findAlerts(client, projectId, refs('alert')),
      findAnomalies(client, projectId, refs('anomaly')),
      findCanonicalIssues(client, projectId, refs('error_group')),
    ]);
    const labels = [...alerts, ...anomalies].map((linked) => linked.labels as Labels);
    const starts = [...alerts, ...anomalies].map(({ startedAt }) => startedAt.getTime());
    const startedAt = new Date(Math.min(found.createdAt.getTime(), ...starts));
    const place = toPlace([...labels, ...(await this.#places(projectId, [...issues.values()]))]);
    return { type: 'incident', ref: found.id, scope: { ...place, window: windowOf(startedAt, found.resolvedAt, now) } };
  };

  /** The places of the events of issues, with the names that labels have. */
  async #places(projectId: string, issues: readonly Issue[]): Promise<Labels[]> {
    const rows = await this.relational.client.issuePlace.findMany({
      where: { projectId, issueId: { in: issues.map(({ id }) => id) } },
      orderBy: { lastSeen: 'desc' },
      select: { service: true, environment: true },
      take: MAX_SERVICES,
    });
    return rows.map(({ service, environment }) => ({ service_name: service, environment }));
  }

  async #only(find: typeof findIssueIds, projectId: string, name: string): Promise<string | undefined> {
    const [id, other] = await find(this.relational.client, projectId, name);
    return other === undefined ? id : undefined;
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The services and the environment that labels name; several environments say no more than all. */
function toPlace(all: readonly Labels[]) {
  const [environment, ...others] = values(all, 'environment');
  return {
    services: values(all, 'service_name').slice(0, MAX_SERVICES),
    ...(environment !== undefined && others.length === 0 && { environment }),
  };
}

function values(all: readonly Labels[], name: string): string[] {
  return [...new Set(all.map((labels) => labels[name]))].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
}
