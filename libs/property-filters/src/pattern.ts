import { RE2JS } from 're2js';

/**
 * Compiles an RE2 pattern, which matches in time linear in the string. Undefined if the pattern has look-around or
 * back-references.
 */
export function compilePattern(pattern: string, caseInsensitive = false): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, RE2JS.DOTALL | (caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0));
  } catch {
    return undefined;
  }
}
