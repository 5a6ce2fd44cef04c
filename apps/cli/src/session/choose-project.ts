import type { Api } from '../http/api.js';
import { isObject, type Json } from '../values/json.js';

export interface ChosenProject {
  /** Absent if the user has to choose. */
  readonly project?: { readonly id: string; readonly slug: string };
  /** Number of projects that can be used. */
  readonly count: number;
}

/** Keeps the project that was selected before if the user can use it, and otherwise takes the only one. @throws Failure */
export async function chooseProject(api: Api, selected: string | undefined): Promise<ChosenProject> {
  const answer = await api.send({ method: 'GET', path: '/projects', query: [], idempotent: true });
  const listed = isObject(answer) && Array.isArray(answer['projects']) ? (answer['projects'] as readonly Json[]) : [];
  const usable = listed.filter(isUsable);
  const project = usable.find(({ id }) => id === selected) ?? (usable.length === 1 ? usable[0] : undefined);
  return { ...(project && { project: { id: project.id, slug: project.slug } }), count: usable.length };
}

/** A project that is being deleted can only be read. */
function isUsable(project: Json): project is { readonly id: string; readonly slug: string; readonly state: 'active' } {
  if (!isObject(project)) return false;
  return typeof project['id'] === 'string' && typeof project['slug'] === 'string' && project['state'] === 'active';
}
