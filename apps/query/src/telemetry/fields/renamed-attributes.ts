import { currentName } from '@svc/reading/semantic-conventions';

/** An attribute of records or of resources, by the name that it has in its place. */
export interface NamedAttribute {
  /** `attribute` or `resource`; fields of the search language have other places. */
  readonly source: string;
  readonly name: string;
}

const keyOf = ({ source, name }: NamedAttribute): string => `${source} ${currentName(name)}`;

/** The attributes, by their current names, that a list has under several names in one place. */
export function listedTwice(listed: readonly NamedAttribute[]): NamedAttribute[] {
  const [first, twice] = [new Set<string>(), new Map<string, NamedAttribute>()];
  for (const { source, name } of listed) {
    const key = keyOf({ source, name });
    if (first.has(key)) twice.set(key, { source, name: currentName(name) });
    first.add(key);
  }
  return [...twice.values()];
}

/** A list in which each attribute has its current name, and those with several names are replaced by these rows. */
export function replaceRenamed<Row extends NamedAttribute>(listed: readonly Row[], merged: readonly Row[]): Row[] {
  const replaced = new Set(merged.map(keyOf));
  const others = listed.filter((row) => !replaced.has(keyOf(row)));
  return [...others, ...merged].map((row) => ({ ...row, name: currentName(row.name) }));
}
