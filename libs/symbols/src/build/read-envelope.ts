import { SymbolFileRefusal } from '../columns/refusal.js';

/** The names that the sender supplies for a file. */
export interface FileNames {
  readonly release: string;
  readonly dist: string;
  readonly filename: string;
}

export interface Envelope extends FileNames {
  readonly content: string;
}

const FIELDS = ['release', 'dist', 'filename', 'content', 'project_id'] as const;

const MAX_NAME = 100;

/**
 * Reads the body of an upload of a source map. A body that names another project is refused for this, whatever else is wrong with it.
 *
 * @throws SymbolFileRefusal
 */
export function readEnvelope(text: string, projectId: string): Envelope {
  const json = parse(text);
  const named = json['project_id'];
  if (typeof named === 'string' && named !== '' && named !== projectId)
    throw new SymbolFileRefusal('is another project than that of the request', 'project_id');
  for (const name of Object.keys(json))
    if (!(FIELDS as readonly string[]).includes(name))
      throw new SymbolFileRefusal('is not a known field', name.slice(0, MAX_NAME));
  const [release, dist, filename, content] = FIELDS.map((name) => readText(json, name));
  if (!content) throw new SymbolFileRefusal('is required: the text of the source map', 'content');
  return { release: release ?? '', dist: dist ?? '', filename: filename ?? '', content };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let json: unknown;
  try {
    json = JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new SymbolFileRefusal('is not valid JSON', 'body');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new SymbolFileRefusal('must be an object', 'body');
  return json as Readonly<Record<string, unknown>>;
}

function readText(json: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(json, name) ? json[name] : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new SymbolFileRefusal('must be a string', name);
  return value;
}
