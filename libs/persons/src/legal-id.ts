/**
 * What programs send when they do not know who somebody is. Linking such an id would make one person of everybody who was ever
 * unknown.
 */
const NOBODY = new Set([
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

/** Whether an id names somebody: case, spaces around it and quotation marks around it do not make nobody somebody. */
export function isLegalId(distinctId: string): boolean {
  let bare = distinctId.trim();
  while (/^(["'`]).*\1$/s.test(bare) && bare.length > 1) bare = bare.slice(1, -1).trim();
  return !NOBODY.has(bare.toLowerCase());
}
