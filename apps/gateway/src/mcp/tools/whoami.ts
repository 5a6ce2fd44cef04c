import { pick, rowsOf } from '../tool/rows.js';
import { defineTool } from '../tool/tool.js';

export const whoami = defineTool({
  name: 'whoami',
  title: 'Show the credential, its projects and scopes',
  description:
    'Shows who the credential belongs to, the project that it is bound to or the projects to choose project_id from, and its scopes. Tools ' +
    'for which a scope is missing are not listed.',
  scopes: [],
  input: {},
  run: async (_given, context) => {
    const { principal } = context.sender.credential;
    const isBound = principal.boundProjectId !== undefined;
    const projects = isBound || !context.has('projects:read') ? undefined : await context.read('projects.list');
    const credential = {
      type: principal.type,
      id: principal.id,
      name: principal.name,
      role: principal.role,
      organization_id: principal.organizationId,
      ...(principal.boundProjectId !== undefined && { project_id: principal.boundProjectId }),
    };
    return {
      summary: [
        isBound
          ? 'The credential is bound to one project, so project_id may be omitted.'
          : 'Each call needs the project_id of a project.',
        ...(principal.scopes.length === 0 ? ['The credential has no scope, so there is no other tool.'] : []),
        ...(projects || isBound ? [] : ['The credential lacks the scope projects:read, so it cannot list projects.']),
      ],
      sections: [
        { name: 'credential', source: 'the workspace', rows: [credential] },
        {
          name: 'projects',
          source: 'the workspace',
          rows: rowsOf(projects?.json, 'projects').map((row) =>
            pick(row, ['id', 'slug', 'name', 'description', 'state']),
          ),
          total: projects?.counts['projects'],
        },
        { name: 'scopes', source: 'the credential', isOwn: true, rows: [{ scopes: [...principal.scopes].join(' ') }] },
      ],
    };
  },
});
