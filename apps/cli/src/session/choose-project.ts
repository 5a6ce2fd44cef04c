import type { Api } from '../http/api.js';
import { EXIT, Failure } from '../runtime/failure.js';
import { isObject, objectsAt, type Json } from '../runtime/values/json.js';
import type { Settings } from './settings.js';

export interface Project {
  readonly id: string;
  readonly slug: string;
}

export interface ChosenProject {
  /** Absent if the user has to choose. */
  readonly project?: Project;
  /** Number of projects that can be used. */
  readonly count: number;
}

/**
 * Chooses the active project: the one given with --project or SVC_PROJECT, otherwise the one selected before, otherwise
 * the only one, otherwise the result of `ask`.
 *
 * @param ask absent if no user can be asked
 * @throws Failure when the given project cannot be used.
 */
export async function chooseProject(
  api: Api,
  { project: selected, projectIsGiven }: Pick<Settings, 'project' | 'projectIsGiven'>,
  ask?: (projects: readonly Project[]) => Promise<Project | undefined>,
): Promise<ChosenProject> {
  const answer = await api.send({ method: 'GET', path: '/projects', query: [], idempotent: true });
  const usable = objectsAt(answer ?? null, 'projects').filter(isUsable);
  const count = usable.length;
  const known = usable.find(({ id, slug }) => id === selected || (projectIsGiven && slug === selected));
  if (projectIsGiven && !known) throw new Failure('not_found', NOT_GIVEN, EXIT.notFound);
  const project = known ?? (count > 1 ? await ask?.(usable) : usable[0]);
  return { ...(project && { project: { id: project.id, slug: project.slug } }), count };
}

const NOT_GIVEN = 'Signed in, but you cannot use a project with the ID or slug given with --project or SVC_PROJECT';

/** A project that is being deleted can only be read. */
function isUsable(project: Json): project is { readonly id: string; readonly slug: string; readonly state: 'active' } {
  if (!isObject(project)) return false;
  return typeof project['id'] === 'string' && typeof project['slug'] === 'string' && project['state'] === 'active';
}
