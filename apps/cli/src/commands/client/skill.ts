import type { Context, Family, LocalCommand } from '../../command/command.js';
import { toManifest } from '../../manifest/manifest.js';
import { oneLine } from '../../print/layout/sanitize.js';
import { usageError } from '../../runtime/failure.js';
import type { Installed } from '../../skill/install.js';
import { AGENTS, findPlace, SKILL_NAME } from '../../skill/places.js';

const show: LocalCommand = {
  words: ['skill', 'show'],
  summary: 'Print the skill that teaches coding agents this client',
  description: 'Prints exactly what `svc skill install` writes: Markdown, also to a pipe, unless -o json is given.',
  examples: ['svc skill show'],
  run: showSkill,
};

const install: LocalCommand = {
  words: ['skill', 'install'],
  summary: 'Install the skill for a coding agent',
  description:
    'Writes SKILL.md to the folder of the agent in the git repository or, with --global, in the home directory. Replaces only a file that ' +
    'a client wrote and nobody changed, and follows no symbolic link. Writes nothing if the agent already sees the skill in .agents/skills. ' +
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

async function showSkill({ catalog, io, output, print }: Context): Promise<void> {
  const content = await render(catalog, io.version);
  if (output.chosen && output.mode === 'json') await print({ name: SKILL_NAME, version: io.version, content });
  else io.stdout.write(content);
}

async function installForAgent({ arguments: given, catalog, flags, io, print }: Context): Promise<void> {
  const agent = AGENTS.find((name) => name === given['agent']);
  if (!agent) throw usageError(`<agent> must be one of ${AGENTS.join(', ')}`);
  const { global, project } = flags.values;
  const place = findPlace(agent, { global: global === true, project: project === true }, io);
  const { installSkill } = await import('../../skill/install.js');
  const installed = await installSkill(place, await render(catalog, io.version));
  const { status, path, isCurrent } = installed;
  await print(
    { agent, scope: place.scope, status, path, current: isCurrent },
    { kind: 'text', print: () => `${oneLine(sentence(agent, installed))}\n` },
  );
}

async function render(catalog: readonly Family[], version: string): Promise<string> {
  const { renderSkill } = await import('../../manifest/skill/skill.js');
  return renderSkill(toManifest(catalog), version);
}

function sentence(agent: string, { status, path, isCurrent }: Installed): string {
  switch (status) {
    case 'installed':
      return `Installed the skill for ${agent}: ${path}`;
    case 'updated':
      return `Updated the skill for ${agent}: ${path}`;
    case 'unchanged':
      return `The skill for ${agent} is up to date: ${path}`;
    case 'already_visible': {
      const hint = isCurrent ? '' : ' It differs from that of this client: svc skill install codex updates it.';
      return `The skill is already visible to ${agent}, so nothing was written: ${path}.${hint}`;
    }
  }
}
