import path from 'node:path';

export const SCALING_PAGE = path.resolve(import.meta.dirname, '../../../docs/scaling.md');

/**
 * Replaces the text between `<!-- <name> -->` and `<!-- end -->` by the table of that name.
 * @throws Error if the page has no place for one.
 */
export function insertTables(page: string, tables: ReadonlyMap<string, string>): string {
  let text = page;
  for (const [name, table] of tables) {
    const place = new RegExp(`(<!-- ${name} -->\n\n)[^]*?(\n\n<!-- end -->)`);
    if (!place.test(text)) throw new Error(`the page has no place for the table ${name}`);
    text = text.replace(place, (_, before: string, after: string) => `${before}${table}${after}`);
  }
  return text;
}
