/** Permits every repository that the token can reach. */
const ANY = '*';
const MAX_NAMES = 20;

/** Whether a text is owner/name. A name of dots alone would be a path to something else. */
export function isRepository(text: string): boolean {
  const [, name] = /^[A-Za-z0-9][A-Za-z0-9-]{0,98}\/([A-Za-z0-9._-]{1,100})$/.exec(text) ?? [];
  return name !== undefined && !/^\.+$/.test(name);
}

/** Whether a text is a `target` of a code host: names of repositories and `*`, separated by commas. */
export function isRepositoryList(text: string): boolean {
  const names = text.split(',');
  return names.length <= MAX_NAMES && names.every((name) => name === ANY || isRepository(name));
}

/** The repository of tickets that name none: the first of the target; empty if it names none. */
export function getDefaultRepository(target: string): string {
  return target.split(',').find((name) => name !== ANY) ?? '';
}

/**
 * Whether tickets of a connection may be in a repository. Names of repositories are compared without regard to case.
 *
 * @param mayManage whether the creator of the ticket could change the target: only then is an absent one no limit.
 */
export function permitsRepository(target: string, repository: string, mayManage: boolean): boolean {
  if (target === '') return mayManage;
  const names = target.toLowerCase().split(',');
  return names.includes(ANY) || names.includes(repository.toLowerCase());
}
