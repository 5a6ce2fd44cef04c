import type { StoredSymbolFile, SymbolFileFinder } from '../files/symbol-file-finder.js';
import { normalizeCodePath, toBasename } from '../source-maps/code-path.js';
import { toUuid } from '../source-maps/parse-source-map.js';
import type { SymbolicationRequest } from '../symbolication.js';
import type { Choice } from './translator.js';

const KIND = 'sourcemap';

/**
 * Chooses the source map of each file of generated code: by debug ID, then by release and path, then by release and name of the file
 * if only one map of the release has it.
 */
export class SourceMapChooser {
  constructor(private readonly finder: SymbolFileFinder) {}

  async choose(request: SymbolicationRequest, files: readonly string[]): Promise<Map<string, Choice>> {
    const { projectId, release, dist } = request;
    const scope = { projectId, kind: KIND, release, dist };
    const wanted = files.map((file) => toWanted(file, request));
    const byDebugId = await this.finder.byDebugId(
      projectId,
      KIND,
      wanted.flatMap(({ debugId }) => debugId || []),
    );
    const rest = wanted.filter(({ debugId }) => !byDebugId.some((found) => found.debugId === debugId));
    const byPath = await this.finder.byFilename(
      scope,
      rest.map(({ path }) => path),
    );
    const unnamed = rest.filter(({ path }) => !byPath.some(({ filename }) => filename === path));
    const basenames = unnamed.map(({ basename }) => basename);
    const byBasename = await this.finder.byBasename(scope, basenames);
    const missing = basenames.filter((basename) => !byBasename.some(isNamed(basename)));
    const elsewhere = await this.finder.ofAnyRelease(projectId, KIND, missing);
    const found = { byDebugId, byPath, byBasename, elsewhere };
    return new Map(wanted.map((file) => [file.file, decide(file, found, request)]));
  }
}

interface Wanted {
  readonly file: string;
  readonly path: string;
  readonly basename: string;
  /** '' if the error does not name one. */
  readonly debugId: string;
}

type Found = Readonly<Record<'byDebugId' | 'byPath' | 'byBasename' | 'elsewhere', readonly StoredSymbolFile[]>>;

function toWanted(file: string, { debugIds }: SymbolicationRequest): Wanted {
  const path = normalizeCodePath(file);
  const id = Object.hasOwn(debugIds, file) ? debugIds[file] : undefined;
  const same = id ?? Object.entries(debugIds).find(([name]) => normalizeCodePath(name) === path)?.[1];
  return { file, path, basename: toBasename(path), debugId: same === undefined ? '' : toUuid(same) };
}

function decide({ path, basename, debugId }: Wanted, found: Found, { release, dist }: SymbolicationRequest): Choice {
  const tried: string[] = [];
  if (debugId !== '') {
    tried.push(`debug ID ${debugId}`);
    const file = found.byDebugId.find((candidate) => candidate.debugId === debugId);
    if (file) return { file, reason: 'the debug ID matches', tried };
  }
  if (release === '') return none(debugId, tried);
  const of = dist === '' ? `release ${release}` : `release ${release}, distribution ${dist}`;
  tried.push(`${of}, ${path}`);
  const isOtherBuild = (file: StoredSymbolFile) => debugId !== '' && file.debugId !== '' && file.debugId !== debugId;
  const byPath = found.byPath.filter(({ filename }) => filename === path);
  const sameBuild = byPath.find((file) => !isOtherBuild(file));
  if (sameBuild) return { file: sameBuild, reason: 'release and path match', tried };
  if (byPath.length > 0)
    return {
      status: 'mismatch',
      reason: 'the source map of this path is of another build: its debug ID differs',
      tried,
    };
  tried.push(`${of}, the only ${basename}`);
  const named = found.byBasename.filter(isNamed(basename));
  const [only, ...others] = named.filter(({ dist: of }) => of === named[0]?.dist);
  if (only && others.length === 0 && !isOtherBuild(only))
    return {
      file: only,
      reason: `it is the only source map of the release with this file name, as ${only.filename}`,
      tried,
    };
  if (only && others.length > 0)
    return {
      status: 'missing',
      reason: `${others.length + 1} source maps of the release have this file name, and none has this path`,
      tried,
    };
  const elsewhere = [...named, ...found.elsewhere.filter(isNamed(basename))];
  return elsewhere.length > 0 ? otherRelease(elsewhere, release, tried) : none(debugId, tried);
}

function otherRelease(files: readonly StoredSymbolFile[], release: string, tried: readonly string[]): Choice {
  const [newest] = files;
  const reason =
    newest?.release === release
      ? 'the release has a source map of this file name only for another build or distribution'
      : `source maps of this file name exist only for other releases, the newest for ${newest?.release || 'none'}`;
  return { status: 'mismatch', reason, tried };
}

function none(debugId: string, tried: readonly string[]): Choice {
  const reason =
    tried.length === 0
      ? 'the error names neither a debug ID nor a release, so no source map can be found'
      : `no source map with this ${debugId === '' ? 'release and name' : 'debug ID, release or name'}`;
  return { status: 'missing', reason, tried };
}

function isNamed(basename: string) {
  return ({ filename }: StoredSymbolFile): boolean => filename.endsWith(`/${basename}`);
}
