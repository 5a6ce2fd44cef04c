export interface Difference {
  readonly name: string;
  readonly now: string;
  readonly mine: string;
}

/** The values of two drafts that differ, in words; the first is what is saved. Secrets have no label, so they are not shown. */
export function toDifferences<D extends { readonly [K in keyof D]: string | boolean }>(
  now: D,
  mine: D,
  labels: { readonly [K in keyof D]?: string },
): readonly Difference[] {
  return (Object.keys(labels) as (keyof D)[])
    .filter((key) => toWords(now[key]) !== toWords(mine[key]))
    .map((key) => ({ name: labels[key] ?? '', now: toWords(now[key]), mine: toWords(mine[key]) }));
}

function toWords(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === '' ? 'none' : value;
}
