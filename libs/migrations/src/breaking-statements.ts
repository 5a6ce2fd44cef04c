/**
 * Statements that break the previous version, which runs beside the new one during an upgrade, and their alternatives.
 */
const BREAKING: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /\bDROP (TABLE|VIEW|TYPE|FUNCTION)\b/i, what: 'drops what the earlier version uses' },
  { pattern: /\bDROP (COLUMN|DEFAULT)\b/i, what: 'drops what the earlier version uses' },
  { pattern: /\bRENAME\b|\bEXCHANGE TABLES\b/i, what: 'renames what the earlier version uses; add and fill a new one' },
  { pattern: /\b(MODIFY COLUMN|SET DATA TYPE|ALTER COLUMN "?\w+"? TYPE)\b/i, what: 'changes a type; add a new column' },
  { pattern: /\bALTER TYPE\b(?!.*\bADD VALUE\b)/i, what: 'changes a type' },
  { pattern: /\bSET NOT NULL\b/i, what: 'requires a value that the earlier version may not write' },
  {
    pattern: /\bADD COLUMN\b(?![^,]*\b(DEFAULT|GENERATED)\b)[^,]*\bNOT NULL\b/i,
    what: 'requires a value that the earlier version does not write; give it a default',
  },
  { pattern: /\bADD CONSTRAINT\b/i, what: 'refuses what the earlier version may write' },
  { pattern: /\bCREATE UNIQUE INDEX\b/i, what: 'refuses what the earlier version may write' },
  { pattern: /\bTRUNCATE\b/i, what: 'removes data' },
];

/** A statement that the version before a migration does not survive, and why. */
export interface BreakingStatement {
  readonly statement: string;
  readonly what: string;
}

/**
 * Finds the statements of a migration, of Postgres or of the column store, that break the version before it. Changes of tables that the
 * same migration creates are fine.
 */
export function findBreakingStatements(sql: string): BreakingStatement[] {
  const statements = toStatements(sql);
  const created = new Set(statements.flatMap((statement) => CREATED_TABLE.exec(statement)?.[1] ?? []));
  return statements.flatMap((statement) => {
    const [, altered, indexed] = CHANGED_TABLE.exec(statement) ?? [];
    if (created.has(altered ?? indexed ?? '')) return [];
    return BREAKING.filter(({ pattern }) => pattern.test(statement))
      .slice(0, 1)
      .map(({ what }) => ({ statement, what }));
  });
}

/** Whether a migration may break versions before the one that its name says it needs: see `compareSchema`. */
export function mayBreak(migration: string): boolean {
  return /__needs_.+$/.test(migration);
}

const CREATED_TABLE = /^CREATE TABLE (?:IF NOT EXISTS )?([\w."]+)/i;
const CHANGED_TABLE = /^ALTER TABLE (?:ONLY )?([\w."]+)|^CREATE UNIQUE INDEX .* ON ([\w."]+?) ?\(/i;

/** Statements on one line each, without comments; bodies of functions, which no table depends on, are left out. */
function toStatements(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}
