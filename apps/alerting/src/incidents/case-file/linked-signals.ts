import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import { isId, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { LinkedIncident } from '../incidents.repository.js';

/** The alerts and anomalies that are linked to an incident: at most as many as it has links. */
@Injectable()
export class LinkedSignals {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  async alerts(incident: LinkedIncident) {
    const { projectId } = incident;
    const ids = getLinkedIds(incident, 'alert');
    const found = await this.relational.client.alert.findMany({ where: { projectId, id: { in: ids } } });
    return inOrder(ids, found).map(({ id, name, severity, state, summary, startedAt, resolvedAt }) => ({
      id,
      name,
      severity,
      state,
      summary,
      startedAt: timestampFromDate(startedAt),
      ...(resolvedAt && { resolvedAt: timestampFromDate(resolvedAt) }),
    }));
  }

  async anomalies(incident: LinkedIncident) {
    const { projectId } = incident;
    const ids = getLinkedIds(incident, 'anomaly');
    const found = await this.relational.client.anomalyFinding.findMany({ where: { projectId, id: { in: ids } } });
    return inOrder(ids, found).map(({ id, detector, direction, labels, severity, state, startedAt, resolvedAt }) => ({
      id,
      detector,
      direction,
      severity,
      status: state,
      // The column only holds labels of series.
      labels: labels as Record<string, string>,
      startedAt: timestampFromDate(startedAt),
      ...(resolvedAt && { resolvedAt: timestampFromDate(resolvedAt) }),
    }));
  }
}

/** A caller can link anything as an alert, so a reference need not be an ID. */
const getLinkedIds = ({ links }: LinkedIncident, wanted: string): string[] =>
  links.filter(({ type, ref }) => type === wanted && isId(ref)).map(({ ref }) => ref);

function inOrder<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
}
