import { profilePath, updateProfile } from '@svc/profile';
import { restCommand, type Argument, type Context, type Family, type LocalCommand } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { oneLine } from '../../print/layout/sanitize.js';
import { EXIT, Failure } from '../../runtime/failure.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { DEFAULT_PROFILE } from '../../session/settings.js';

const list = restCommand({
  words: ['projects', 'list'],
  summary: 'List the projects of the organization',
  description: 'A terminal marks the active project with *.',
  operation: 'projects.list',
  view: {
    kind: 'table',
    rows: (answer, { activeProject }) =>
      objectsAt(answer, 'projects').map((project) => ({
        ...project,
        mark: isNamed(project, activeProject?.()) ? '*' : '',
      })),
    columns: [
      { title: '', field: 'mark', paint: (_, colors) => colors.green },
      { title: 'SLUG', field: 'slug', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'NAME', field: 'name' },
      ID,
      { title: 'DESCRIPTION', field: 'description', flexible: true, dropOrder: 1 },
    ],
    empty: 'No projects.',
  },
});

function isNamed({ id, slug }: JsonObject, name: string | undefined): boolean {
  return name !== undefined && (id === name || slug === name);
}

const current = restCommand({
  words: ['projects', 'current'],
  summary: 'Show the active project',
  operation: 'projects.current',
});

const use: LocalCommand = {
  words: ['projects', 'use'],
  summary: 'Set the active project of the profile',
  description:
    'Checks that the credential can see the project, then stores its id in the selected profile. A profile that does not exist yet ' +
    'is created, with the address and the API key of the command.',
  examples: ['svc projects use checkout'],
  arguments: [{ name: 'project-id-or-slug', description: 'ID or slug of the project' }],
  makesProfile: true,
  run: useProject,
};

async function useProject(context: Context): Promise<void> {
  const wanted = context.arguments['project-id-or-slug'];
  const path = `/projects/${encodeURIComponent(wanted ?? '')}`;
  const settings = context.settings();
  // Sent without the project of the profile, which may no longer exist.
  const query = settings.projectIsGiven ? [['project_id', settings.project ?? ''] as const] : [];
  const project = (await context.api().send({ method: 'GET', path, query, idempotent: true })) ?? null;
  if (!isActive(project)) {
    throw new Failure('not_found', 'The credential cannot see a project with this ID or slug', EXIT.notFound);
  }
  const { profile, profileExists, apiUrl, apiKey } = settings;
  // A new profile is of no use without the address and the key that found the project.
  const isNew = !profileExists && profile !== DEFAULT_PROFILE;
  const connection = !isNew || apiKey === undefined ? {} : { api_url: apiUrl, api_key: apiKey };
  const change = { ...connection, project: project['id'] };
  await updateProfile(profilePath(context.io.env, context.io.homeDirectory), profile, change);
  await context.print(
    { profile, project },
    { kind: 'text', print: () => `Active project of the profile ${profile}: ${oneLine(plainText(project['slug']))}\n` },
  );
}

/** Whether a project can be used; a project that is being erased can only be read. */
function isActive(project: Json): project is { readonly id: string; readonly slug: string } {
  return isObject(project) && typeof project['id'] === 'string' && project['state'] === 'active';
}

const create = restCommand({
  words: ['projects', 'create'],
  summary: 'Create a project',
  examples: ['svc projects create "Checkout" --slug checkout'],
  operation: 'projects.create',
  arguments: [{ name: 'name', sends: 'name', description: 'display name' }],
  flags: [
    { name: 'description', kind: 'string', sends: 'description', description: 'purpose of the project' },
    {
      name: 'slug',
      kind: 'string',
      required: true,
      sends: 'slug',
      description: 'permanent short name: lower-case letters, digits and inner hyphens',
    },
  ],
  view: confirmation({ said: 'Created the project {slug}', next: 'svc projects use {slug}' }),
});

const PROJECT_ID: Argument<'project_id'> = {
  name: 'project-id',
  sends: 'project_id',
  description: 'ID of the project',
};

const update = restCommand({
  words: ['projects', 'update'],
  summary: 'Update the name or description of a project',
  operation: 'projects.update',
  arguments: [PROJECT_ID],
  flags: [
    {
      name: 'description',
      kind: 'string',
      sends: 'description',
      description: 'purpose of the project; an empty text clears it',
    },
    { name: 'name', kind: 'string', sends: 'name', description: 'display name' },
  ],
  anyOf: ['description', 'name'],
  view: confirmation({ said: 'Updated the project {slug}' }),
});

const remove = restCommand({
  words: ['projects', 'delete'],
  summary: 'Permanently delete a project with all its data',
  description:
    'The project and its keys stop working at once; its data is erased in the background (poll GET /api/v1/projects/{id}).',
  operation: 'projects.delete',
  arguments: [PROJECT_ID],
  destructive: true,
  confirms: 'confirm',
  view: confirmation({ said: 'Deleting the project {slug} with all its data', facts: ['id', 'state'] }),
});

export const PROJECTS: Family = {
  groups: { projects: 'Projects of the organization' },
  commands: [list, current, use, create, update, remove],
};
