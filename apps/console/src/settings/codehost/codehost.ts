import type { CodehostConfig, SettingsCodehostSetRequest } from '../../gen/api.js';

/** The code host as its form shows it. */
export interface CodehostDraft {
  readonly repo: string;
  readonly root: string;
  readonly isUsed: boolean;
}

export const CODEHOST_LABELS: Readonly<Record<keyof CodehostDraft, string>> = {
  repo: 'Repository',
  root: 'Directory of the source',
  isUsed: 'Use the repository',
};

const REPO = /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9._-]*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** The draft of what is saved; before the first time, one that is used once it has a repository. */
export function toCodehostDraft({ repo, repo_root: root, enabled, version }: CodehostConfig): CodehostDraft {
  return { repo, root, isUsed: version === undefined || enabled };
}

export function toCodehostBody(draft: CodehostDraft, version: number | undefined): SettingsCodehostSetRequest {
  return {
    repo: draft.repo.trim(),
    repo_root: draft.root.trim(),
    enabled: draft.isUsed,
    ...(version !== undefined && { expected_version: version }),
  };
}

/** The fault of a repository's name; undefined if there is none, and while nothing is typed. */
export function refuseRepo(text: string): string | undefined {
  const repo = text.trim();
  return repo === '' || (repo.length <= 200 && REPO.test(repo))
    ? undefined
    : 'An owner and a name with a slash between them, such as acme/checkout; not an address.';
}

export interface SourcePlace {
  /** Path in the repository. */
  readonly path: string;
  /** Its address if the repository is at GitHub. */
  readonly address: string;
}

/** The place of a frame's file in the repository; undefined while there is no repository or no file. */
export function toSourcePlace({ repo, root }: CodehostDraft, file: string, line?: number): SourcePlace | undefined {
  const parts = [...root.split('/'), ...file.split('/')].map((part) => part.trim());
  const kept = parts.filter((part) => part !== '' && part !== '.');
  if (repo.trim() === '' || refuseRepo(repo) !== undefined || file.trim() === '' || kept.includes('..'))
    return undefined;
  const anchor = line === undefined ? '' : `#L${line}`;
  const encoded = kept.map((part) => encodeURIComponent(part.toWellFormed())).join('/');
  return { path: kept.join('/'), address: `https://github.com/${repo.trim()}/blob/HEAD/${encoded}${anchor}` };
}
