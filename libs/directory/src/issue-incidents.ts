import { beforeKey, type Incident, type TimeKey, type Transaction } from '@svc/relational';

/** An incident with the issues that it is linked to. */
export interface IssueIncident extends Incident {
  /** `ref` is the ID of an issue, which may have been merged into another one since. */
  readonly links: readonly { readonly ref: string }[];
}

/** The incidents of a project with a linked issue that were opened before `to` and not before `from`, the latest first. */
export function findIssueIncidents(
  tx: Transaction,
  projectId: string,
  { from, to, after }: { from: Date; to: Date; after: TimeKey<'createdAt'> | undefined },
  take: number,
): Promise<IssueIncident[]> {
  const type = 'error_group';
  return tx.incident.findMany({
    where: {
      projectId,
      deletedAt: null,
      createdAt: { gte: from, lt: to },
      links: { some: { type } },
      ...beforeKey('createdAt', after),
    },
    include: { links: { where: { type }, select: { ref: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  });
}
