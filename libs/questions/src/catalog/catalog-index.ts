import type { Catalog, Name, NameKind } from './catalog.js';

/** More names of a kind are ignored, so that an index is built within milliseconds. */
export const MAX_NAMES = 2_000;
const MAX_NAME_LENGTH = 200;
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
  /** All indexed names. */
  readonly names: readonly Name[];

  constructor(catalog: Catalog) {
    this.names = [
      ...toNames('service', catalog.services),
      ...toNames('environment', catalog.environments),
      ...toNames('event', catalog.events),
      ...catalog.metrics
        .flatMap((metric) => toNames('metric', [metric.name]).map((name) => ({ ...name, metric })))
        .slice(0, MAX_NAMES),
      ...toNames('attribute', catalog.attributes),
      ...toNames('error type', catalog.errorTypes),
    ];
    for (const name of this.names) {
      const words = splitWords(name.name);
      add(this.#byWords, words.join(' '), name);
      if (name.kind === 'service' && words.length > 1) for (const part of new Set(words)) add(this.#byPart, part, name);
    }
    this.#addAliases();
  }

  /** The names that consist of these words, whatever their case and separators. */
  find(text: string): readonly Name[] {
    return this.#byWords.get(splitWords(text).join(' ')) ?? [];
  }

  /** The services of whose name this word is a part. */
  findPart(word: string): readonly Name[] {
    return this.#byPart.get(word) ?? [];
  }

  #addAliases(): void {
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
    .split(/[\s._\-/:]+/u)
    .filter((word) => word !== '');
}

function toNames(kind: NameKind, names: readonly string[]): Name[] {
  return names
    .slice(0, MAX_NAMES)
    .filter((name) => name.length <= MAX_NAME_LENGTH && name.trim() !== '')
    .map((name) => ({ kind, name }));
}

function add(map: Map<string, Name[]>, key: string, name: Name): void {
  const found = map.get(key);
  if (!found) map.set(key, [name]);
  else if (!found.some((other) => other.kind === name.kind && other.name === name.name)) found.push(name);
}
