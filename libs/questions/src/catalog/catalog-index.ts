import { EMPTY_CATALOG, type Catalog, type Name, type NameKind } from './catalog.js';

/** More names of a kind are ignored, so that an index is built within milliseconds. */
export const MAX_NAMES = 2_000;
const MAX_NAME_LENGTH = 200;
/** Words that mean more names are ambiguous whichever are kept. */
const MAX_MEANINGS = 4;
/** Longer names can only be written in quotation marks. */
export const MAX_WORDS = 6;

/** Names that mean the same environment, where the project uses one of them. */
const ALIASES: readonly (readonly string[])[] = [
  ['production', 'prod', 'live'],
  ['staging', 'stage', 'stg'],
  ['development', 'dev', 'develop'],
];

/** Finds the names of a catalog by the words of a question. */
export class CatalogIndex {
  readonly #byWords = new Map<string, Name[]>();
  readonly #byPart = new Map<string, Name[]>();
  readonly #names: Name[] = [];

  constructor(catalog: Catalog = EMPTY_CATALOG) {
    for (const name of toNames(catalog)) this.add(name);
    this.addAliases();
  }

  /** All indexed names. */
  get names(): readonly Name[] {
    return this.#names;
  }

  add(name: Name): void {
    const words = splitWords(name.name);
    this.#names.push(name);
    add(this.#byWords, words.join(' '), name);
    if (name.kind === 'service' && words.length > 1) for (const part of new Set(words)) add(this.#byPart, part, name);
  }

  /** The names that consist of these words, whatever their case and separators. */
  find(text: string): readonly Name[] {
    return this.#byWords.get(splitWords(text).join(' ')) ?? [];
  }

  /** Up to four services of whose name this word is a part. */
  findPart(word: string): readonly Name[] {
    return this.#byPart.get(word) ?? [];
  }

  /** Lets `prod` mean the environment `production`, and the like, where the project has only one of them. Called after all names. */
  addAliases(): void {
    for (const group of ALIASES) {
      const found = group.flatMap((alias) => this.find(alias).filter(({ kind }) => kind === 'environment'));
      const [only] = found;
      if (!only || found.length > 1) continue;
      for (const alias of group) if (this.find(alias).length === 0) add(this.#byWords, alias, only);
    }
  }
}

/** The words of a name: what stands between blanks, dots, hyphens, underscores and slashes. */
export function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s._\-/:]+/)
    .filter((word) => word !== '');
}

/** The names of a catalog that are indexed, at most MAX_NAMES of each kind. */
export function toNames(catalog: Catalog): readonly Name[] {
  const named = (kind: NameKind, names: readonly string[]): readonly Name[] =>
    names.slice(0, MAX_NAMES).map((name) => ({ kind, name }));
  return [
    ...named('service', catalog.services),
    ...named('environment', catalog.environments),
    ...named('event', catalog.events),
    ...catalog.metrics.slice(0, MAX_NAMES).map((metric) => ({ kind: 'metric' as const, name: metric.name, metric })),
    ...named('attribute', catalog.attributes),
    ...named('error type', catalog.errorTypes),
    ...named('agent', catalog.agents),
    ...named('model', catalog.models),
    ...named('provider', catalog.providers),
  ].filter(({ name }) => name.length <= MAX_NAME_LENGTH && name.trim() !== '');
}

function add(map: Map<string, Name[]>, key: string, name: Name): void {
  const found = map.get(key);
  if (!found) map.set(key, [name]);
  else if (found.length < MAX_MEANINGS && !found.some((other) => other.kind === name.kind && other.name === name.name))
    found.push(name);
}
