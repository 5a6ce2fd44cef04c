import type { Claim, Conclusion, Evidence } from '@svc/investigations';
import { groundClaims, toKnown } from '../terms/grounding.js';

/** More than the JSON of eight sentences. */
const MAX_LENGTH = 16_000;
const MAX_CLAIMS = 8;
const MAX_SENTENCE = 600;
const NUMBER = /\d+(?:[.,:]\d+)*/g;

/**
 * The claims of an answer of the model; undefined if none may be used. A claim has to cite evidence that exists. Numbers and names of
 * entities in it have to be those of the evidence that it cites, or of a claim of the rules that cites the same.
 */
export function readWording(text: string, conclusion: Conclusion, evidence: readonly Evidence[]): Claim[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const byId = new Map(evidence.map((each) => [each.id, each]));
  const names = [
    ...new Set([...evidence.flatMap(({ entities }) => entities), ...conclusion.causes].map(({ name }) => name)),
  ];
  const claims = groundClaims(readClaims(text), toKnown(evidence)).filter((claim) => {
    const cited = claim.evidenceIds.flatMap((id) => byId.get(id) ?? []);
    const said = toSource(claim, cited, conclusion);
    return (
      numbers(claim.text).every((number) => said.numbers.has(number)) &&
      mentions(claim.text, names).every((name) => said.text.includes(name))
    );
  });
  return claims.length > 0 ? claims.slice(0, MAX_CLAIMS) : undefined;
}

/** The sources that a claim may repeat: its evidence, and the claims of the rules from the same evidence. */
function toSource({ evidenceIds }: Claim, cited: readonly Evidence[], { claims }: Conclusion) {
  const own = claims
    .filter((claim) => claim.evidenceIds.some((id) => evidenceIds.includes(id)))
    .map((claim) => claim.text);
  const text = [
    ...own,
    ...cited.map(({ title, rows, entities }) => `${title} ${JSON.stringify([rows, entities])}`),
  ].join('\n');
  return { text, numbers: new Set(numbers(text)) };
}

const numbers = (text: string): string[] => text.match(NUMBER) ?? [];

/** The names that stand in a text as whole words. */
function mentions(text: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const at = name === '' ? -1 : text.indexOf(name);
    if (at < 0) return false;
    const isPartOfWord = (character: string | undefined): boolean =>
      character !== undefined && /[\p{L}\p{N}]/u.test(character);
    return !isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + name.length]);
  });
}

function readClaims(text: string): Claim[] {
  const { claims } = toObject(parse(text));
  if (!Array.isArray(claims)) return [];
  return (claims as unknown[]).slice(0, 2 * MAX_CLAIMS).flatMap((claim) => {
    const { text: sentence, evidence_ids: ids } = toObject(claim);
    if (typeof sentence !== 'string' || sentence.length > MAX_SENTENCE || !Array.isArray(ids)) return [];
    return [
      {
        text: sentence.replaceAll(/\s+/g, ' ').trim(),
        evidenceIds: ids.filter((id): id is string => typeof id === 'string'),
      },
    ];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
