import { restCommand, type Context, type Family, type LocalCommand } from '../command/command.js';
import { EXIT, Failure } from '../failure.js';
import { objectsAt } from '../print/json.js';
import { profilePath, updateProfile } from '../profile/profile-file.js';

const list = restCommand({
  words: ['projects', 'list'],
  summary: 'List the projects of the organization',
  operation: 'projects.list',
  view: {
    kind: 'table',
    rows: 'projects',
    columns: [
      { title: 'SLUG', field: 'slug', paint: (_, colors) => colors.cyan },
      { title: 'NAME', field: 'name' },
      { title: 'ID', field: 'id' },
      { title: 'DESCRIPTION', field: 'description', flexible: true },
    ],
    empty: 'No projects.',
  },
});

const current = restCommand({
  words: ['projects', 'current'],
  summary: 'Show the active project',
  operation: 'projects.current',
});

const use: LocalCommand = {
  words: ['projects', 'use'],
  summary: 'Make a project the active one of the profile',
  description: 'Checks that the credential can see the project, then stores its id in the selected profile.',
  examples: ['svc projects use checkout'],
  arguments: [{ name: 'project-id-or-slug', description: 'id or slug of the project' }],
  run: useProject,
};

async function useProject(context: Context): Promise<void> {
  const wanted = context.arguments['project-id-or-slug'];
  // Without the project that is active now: it may be the one that no longer exists.
  const answer = await context.api().send({ method: 'GET', path: '/projects', query: [], idempotent: true });
  const project = objectsAt(answer ?? null, 'projects').find(({ id, slug }) => id === wanted || slug === wanted);
  if (typeof project?.['id'] !== 'string') {
    throw new Failure('not_found', 'The credential sees no project of that id or slug', EXIT.notFound);
  }
  const { profile } = context.settings();
  updateProfile(profilePath(context.io.env, context.io.homeDirectory), profile, { project: project['id'] });
  await context.print({ profile, project });
}

export const PROJECTS: Family = {
  groups: { projects: 'Projects of the organization' },
  commands: [list, current, use],
};
