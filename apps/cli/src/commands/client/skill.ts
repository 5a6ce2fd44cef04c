import type { Context, Family, LocalCommand } from '../../command/command.js';
import { toManifest } from '../../manifest/manifest.js';
import { oneLine } from '../../print/layout/sanitize.js';
import { usageError } from '../../runtime/failure.js';
import type { Installed } from '../../skill/install.js';
import { AGENTS, findPlace, SKILL_NAME } from '../../skill/places.js';

const show: LocalCommand = {
  words: ['skill', 'show'],
  summary: 'Print the skill that teaches coding agents this client',
  description:
    'Prints exactly what `svc skill install` writes: Markdown at a terminal and with -o table, else JSON with the Markdown in `content`.',
  examples: ['svc skill show', 'svc skill show -o table > SKILL.md'],
  run: showSkill,
};

const install: LocalCommand = {
  words: ['skill', 'install'],
  summary: 'Install the skill for a coding agent',
  description:
    'Writes SKILL.md to the folder of the agent in the git repository or, with --global, in the home directory. Replaces only a file that ' +
    'a client wrote and nobody changed, and follows no symbolic link. Writes nothing if the agent already sees such a file in .agents/skills. ' +
    'Run it again after an upgrade of the client. Here --project is not the project of the service.',
  examples: ['svc skill install claude-code', 'svc skill install codex --global'],
  arguments: [{ name: 'agent', description: AGENTS.join(', '), choices: AGENTS }],
  flags: [
    { name: 'global', kind: 'bool', default: false, description: 'for all projects of this user' },
    { name: 'project', kind: 'bool', default: false, description: 'for this project; the default in a git repository' },
  ],
  run: installForAgent,
};

/** Commands about the skill for coding agents. */
export const SKILL: Family = {
  groups: { skill: 'Skill that teaches coding agents this client' },
  commands: [show, install],
};

async function showSkill({ catalog, io, print }: Context): Promise<void> {
  const content = await render(catalog, io.version);
  await print({ name: SKILL_NAME, version: io.version, content }, { kind: 'text', print: () => content });
}

async function installForAgent({ arguments: given, catalog, flags, io, print }: Context): Promise<void> {
  const agent = AGENTS.find((name) => name === given['agent']);
  if (!agent) throw usageError(`<agent> must be one of ${AGENTS.join(', ')}`);
  const { global, project } = flags.values;
  const place = findPlace(agent, { global: global === true, project: project === true }, io);
  const { installSkill } = await import('../../skill/install.js');
  const installed = await installSkill(place, await render(catalog, io.version));
  const { status, path, isCurrent } = installed;
  const next = isCurrent
    ? undefined
    : `Read it; svc skill install codex --${place.scope} replaces it with that of this client.`;
  await print(
    { agent, scope: place.scope, status, path, current: isCurrent, ...(next !== undefined && { next }) },
    { kind: 'text', print: () => `${oneLine(sentence(agent, installed, next))}\n` },
  );
}

async function render(catalog: readonly Family[], version: string): Promise<string> {
  const { renderSkill } = await import('../../manifest/skill/skill.js');
  return renderSkill(toManifest(catalog), version);
}

function sentence(agent: string, { status, path }: Installed, next: string | undefined): string {
  switch (status) {
    case 'installed':
      return `Installed the skill for ${agent}: ${path}`;
    case 'updated':
      return `Updated the skill for ${agent}: ${path}`;
    case 'unchanged':
      return `The skill for ${agent} is up to date: ${path}`;
    case 'already_visible': {
      const hint = next === undefined ? '' : ` It is not that of this client. ${next}`;
      return `The skill is already visible to ${agent}, so nothing was written: ${path}.${hint}`;
    }
  }
}
