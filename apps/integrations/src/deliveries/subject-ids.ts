import { isId } from '@svc/relational';

/** The alert or the incident that a subject such as `incident/<id>` names, by which deliveries can be listed. */
export function subjectIds(subject: string): { alertId?: string; incidentId?: string } {
  const [kind, id = ''] = subject.split('/', 2);
  if (!isId(id)) return {};
  return kind === 'alert' ? { alertId: id } : kind === 'incident' ? { incidentId: id } : {};
}
