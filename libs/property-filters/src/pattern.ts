import { RE2JS } from 're2js';

/** A compiled RE2 pattern, whose time is linear in the text; undefined for a pattern with look-around or back-references. */
export function compilePattern(pattern: string, caseInsensitive = false): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern, RE2JS.DOTALL | (caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0));
  } catch {
    return undefined;
  }
}
