import { isId, toIdRange, type Transaction } from '@svc/relational';

const INCIDENT_NUMBER = /^INC-([1-9]\d{0,8})$/i;

/**
 * The IDs of issues of a project that begin with a text, at most two: a second one says that the text is not enough. Merged issues are
 * among them, because they have operations of their own.
 */
export async function findIssueIds(tx: Transaction, projectId: string, prefix: string): Promise<string[]> {
  const range = toIdRange(prefix);
  if (range === undefined || isId(prefix)) return isId(prefix) ? [prefix] : [];
  const rows = await tx.issue.findMany({ where: { projectId, id: range }, select: { id: true }, take: 2 });
  return rows.map(({ id }) => id);
}

/** The IDs of incidents of a project that a number (`INC-12`) or the beginning of an ID names, at most two. */
export async function findIncidentIds(tx: Transaction, projectId: string, name: string): Promise<string[]> {
  if (isId(name)) return [name];
  const number = INCIDENT_NUMBER.exec(name)?.[1];
  const id = toIdRange(name);
  if (number === undefined && id === undefined) return [];
  const where = {
    projectId,
    deletedAt: null,
    ...(number === undefined ? { id: id ?? {} } : { number: Number(number) }),
  };
  const rows = await tx.incident.findMany({ where, select: { id: true }, take: 2 });
  return rows.map(({ id: found }) => found);
}
