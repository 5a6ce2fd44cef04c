/**
 * Placeholders that programs send when they do not know the user. Linking such an ID would merge all unknown users into
 * one person.
 */
const PLACEHOLDER_IDS = new Set([
  '',
  '0',
  '-1',
  'anonymous',
  'anonymous_user',
  'anon',
  'guest',
  'unknown',
  'null',
  'nil',
  'none',
  'undefined',
  'nan',
  'true',
  'false',
  'id',
  'user',
  'user_id',
  'userid',
  'distinct_id',
  'distinctid',
  'email',
  'not_authenticated',
  '[object object]',
  '[]',
  '{}',
  '00000000-0000-0000-0000-000000000000',
  '00000000000000000000000000000000',
]);

/**
 * Whether an ID identifies someone. Upper and lower case, surrounding spaces and surrounding quotation marks are
 * ignored.
 */
export function isValidDistinctId(distinctId: string): boolean {
  let bare = distinctId.trim();
  while (/^(["'`]).*\1$/s.test(bare) && bare.length > 1) bare = bare.slice(1, -1).trim();
  return !PLACEHOLDER_IDS.has(bare.toLowerCase());
}
