const MAX_LENGTH = 63;
const SLUG = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A short name for a project that is made of its name; empty if no letter of it can be used. */
export function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-$/, '');
}

/** Why a short name is not valid or is used already; undefined if it can be taken. */
export function refuseSlug(slug: string, used: readonly string[]): string | undefined {
  if (!SLUG.test(slug)) return 'It has 1 to 63 lower-case letters, digits and inner hyphens.';
  if (slug === 'current' || ID.test(slug)) return 'This short name is reserved.';
  return used.includes(slug) ? 'Another project of the organization has it.' : undefined;
}
