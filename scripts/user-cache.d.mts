/** The cache of the user, outside of any checkout. */
export const CACHE: string;
/** Returns the folder of the cache that holds a tool, and downloads the tool first if it is missing. */
export function keep(name: string, spec: unknown, bring: (folder: string) => Promise<void>): Promise<string>;
