import { lstatSync } from 'node:fs';
import path from 'node:path';
import { usageError } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';

/** The name of the skill and of its folder, as agentskills.io demands. */
export const SKILL_NAME = 'svc';

/** The coding agents that a skill can be installed for. */
export const AGENTS = ['claude-code', 'codex', 'cursor', 'gemini-cli'] as const;
export type Agent = (typeof AGENTS)[number];

export type SkillScope = 'project' | 'global';

/** A folder that is written to: the folders below one that exists. */
export interface Place {
  /** Absolute; may itself lie behind links. */
  readonly anchor: string;
  readonly folders: readonly string[];
}

export interface SkillPlace extends Place {
  readonly scope: SkillScope;
  /** A place that the agent reads as well, where the same skill would be a duplicate. */
  readonly shared: Place | undefined;
}

/** The folder of each agent, in a repository and in the home directory alike, by the documentation of the agents in November 2026. */
const FOLDERS: Readonly<Record<Agent, string>> = {
  'claude-code': '.claude',
  codex: '.agents',
  cursor: '.cursor',
  'gemini-cli': '.gemini',
};

/** The folder that several agents read: Codex only this one, Cursor and the Gemini CLI besides their own. */
const SHARED_FOLDER = '.agents';
const READS_SHARED: Readonly<Record<SkillScope, readonly Agent[]>> = {
  project: ['cursor', 'gemini-cli'],
  global: ['gemini-cli'],
};

/**
 * Returns where the skill belongs: below the root of the git repository or, for `--project` outside of any, the working directory; or below
 * the home directory. Without a flag, a repository is the place.
 *
 * @throws Failure of kind usage for both flags, and for neither outside of a repository.
 */
export function findPlace(
  agent: Agent,
  flags: { readonly global: boolean; readonly project: boolean },
  io: Pick<Io, 'env' | 'homeDirectory' | 'workingDirectory'>,
): SkillPlace {
  if (flags.global && flags.project) throw usageError('--global and --project exclude each other');
  const scope = flags.global ? 'global' : 'project';
  const root = flags.global ? undefined : findRepository(io.workingDirectory());
  if (!flags.global && !flags.project && root === undefined) {
    throw usageError(
      'This is not a git repository: pass --global for all projects of yours, or --project for this directory',
    );
  }
  const anchor = flags.global ? io.homeDirectory : (root ?? io.workingDirectory());
  const configured = flags.global && agent === 'claude-code' ? io.env['CLAUDE_CONFIG_DIR'] : undefined;
  const own = configured
    ? toPlace(path.dirname(path.resolve(configured)), path.basename(path.resolve(configured)))
    : toPlace(anchor, FOLDERS[agent]);
  const shared = READS_SHARED[scope].includes(agent) ? toPlace(anchor, SHARED_FOLDER) : undefined;
  return { ...own, scope, shared };
}

function toPlace(anchor: string, folder: string): Place {
  return { anchor, folders: [folder, 'skills', SKILL_NAME] };
}

/** The nearest directory with a `.git`, which is a file in work trees and submodules. */
function findRepository(directory: string): string | undefined {
  const hasGit = lstatSync(path.join(directory, '.git'), { throwIfNoEntry: false }) !== undefined;
  if (hasGit) return directory;
  const parent = path.dirname(directory);
  return parent === directory ? undefined : findRepository(parent);
}
