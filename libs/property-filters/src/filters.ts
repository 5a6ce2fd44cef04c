import { invalidField } from '@svc/service-error';
import { readTimeOrAge } from './dates.js';
import { OperandError, readOperand } from './operand.js';
import { QUERY_OPERATORS, type QueryOperator } from './operators.js';
import { PatternBudget } from './pattern.js';
import type { Json, PropertyTest } from './question.js';

/** One `{field, op, value}`. Each domain defines which fields exist. */
export interface PropertyFilter {
  readonly field: string;
  readonly test: PropertyTest;
}

type JsonObject = Readonly<Record<string, Json>>;

const MAX_FILTERS = 20;
/** The longest property key that capture accepts, plus the longest prefix before it. */
const MAX_FIELD_BYTES = 512 + 64;
const OPERANDS = {
  listValues: { min: 1, max: 200 },
  textBytes: 4_096,
  patternCharacters: 200,
  wholeValues: false,
  dateFormat: 'an RFC 3339 time from 1900 to 2261 or a time before now such as -7d',
} as const;

/**
 * Reads the filters of a request; all of them must hold.
 *
 * @param path of the list in the request, for errors.
 * @param now nanoseconds since 1970, for ages such as `-7d`.
 * @param patterns shared by all lists of a request.
 * @throws ServiceError `invalid_request` that names the invalid part.
 */
export function readFilters(
  filters: readonly JsonObject[],
  path: string,
  now: bigint,
  patterns = new PatternBudget(),
): PropertyFilter[] {
  if (filters.length > MAX_FILTERS) throw invalidField(path, `must have at most ${MAX_FILTERS} filters`);
  return filters.map((filter, index) => readFilter(filter, `${path}[${index}]`, now, patterns));
}

export function readFilter(
  filter: JsonObject,
  path: string,
  now: bigint,
  patterns = new PatternBudget(),
): PropertyFilter {
  for (const name of Object.keys(filter)) {
    if (!['field', 'op', 'value'].includes(name)) throw invalidField(path, 'may only have field, op and value');
  }
  const { field, op, value } = filter;
  if (typeof field !== 'string' || field === '') throw invalidField(`${path}.field`, 'must name a field');
  if (Buffer.byteLength(field) > MAX_FIELD_BYTES) throw invalidField(`${path}.field`, 'is too long');
  return { field, test: readTest(op, value, path, now, patterns) };
}

/**
 * Converts an operator and its value to a test.
 *
 * @param patterns shared by all filters of a request.
 */
export function readTest(
  op: Json | undefined,
  value: Json | undefined,
  path: string,
  now: bigint,
  patterns = new PatternBudget(),
): PropertyTest {
  if (!isQueryOperator(op)) throw invalidField(`${path}.op`, `must be one of ${QUERY_OPERATORS.join(', ')}`);
  const at = `${path}.value`;
  if ((op === 'is_set' || op === 'is_not_set') && value !== undefined && value !== null)
    throw invalidField(at, 'is not allowed for this operator');
  try {
    const { question, isNegated } = readOperand(op, value, {
      ...OPERANDS,
      patterns,
      readDate: (date) => readTimeOrAge(date, now),
    });
    // The rules above read ages as times, and query operators only produce questions that SQL can answer.
    return { question, isNegated } as PropertyTest;
  } catch (error) {
    if (!(error instanceof OperandError)) throw error;
    throw invalidField(error.index === undefined ? at : `${at}[${error.index}]`, error.reason);
  }
}

/** The writers whose writes of a property count: any, or only backends, which have a secret key. */
export const PROPERTY_SOURCES = ['any', 'server'] as const;
export type PropertySource = (typeof PROPERTY_SOURCES)[number];

/** @throws ServiceError `invalid_request` at `path.source` */
export function readSource(source: Json | undefined, path: string): PropertySource {
  const found = source === undefined ? 'any' : PROPERTY_SOURCES.find((known) => known === source);
  if (!found) throw invalidField(`${path}.source`, `must be ${PROPERTY_SOURCES.join(' or ')}`);
  return found;
}

function isQueryOperator(text: Json | undefined): text is QueryOperator {
  return QUERY_OPERATORS.some((operator) => operator === text);
}
