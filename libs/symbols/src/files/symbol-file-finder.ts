import type { Relational, SymbolFile } from '@svc/relational';

/** The properties of a stored file that symbolication uses. */
export type StoredSymbolFile = Pick<
  SymbolFile,
  'id' | 'release' | 'dist' | 'filename' | 'debugId' | 'arch' | 'objectKey'
>;

/** The project, kind and release of files. */
export interface FileScope {
  readonly projectId: string;
  readonly kind: string;
  readonly release: string;
  readonly dist: string;
}

const COLUMNS = { id: true, release: true, dist: true, filename: true, debugId: true, arch: true, objectKey: true };
/** A release with more files of one name is a mistake; the newest ones are as good as all. */
const MAX_FILES = 1_000;

/** Finds symbol files. */
export class SymbolFileFinder {
  constructor(private readonly relational: Relational) {}

  /** Newest first. */
  byDebugId(projectId: string, kind: string, debugIds: readonly string[]): Promise<StoredSymbolFile[]> {
    if (debugIds.length === 0) return Promise.resolve([]);
    return this.#find({ projectId, kind, debugId: { in: [...debugIds] } });
  }

  /** Files of the release and the distribution, or of the release for all its distributions, which come last. */
  async byFilename({ projectId, kind, release, dist }: FileScope, filenames: readonly string[]) {
    if (filenames.length === 0 || release === '') return [];
    const where = { projectId, kind, release, dist: { in: [dist, ''] }, filename: { in: [...filenames] } };
    return preferDist(await this.#find(where), dist);
  }

  /** Finds files that end with one of the names. */
  async byBasename({ projectId, kind, release, dist }: FileScope, basenames: readonly string[]) {
    if (basenames.length === 0 || release === '') return [];
    const found = await this.#find({ projectId, kind, release, dist: { in: [dist, ''] }, OR: basenames.map(endsWith) });
    return preferDist(found.filter(named(basenames)), dist);
  }

  /** Files of any release that end with one of the names, to explain why none was applied. */
  async ofAnyRelease(projectId: string, kind: string, basenames: readonly string[]): Promise<StoredSymbolFile[]> {
    if (basenames.length === 0) return [];
    return (await this.#find({ projectId, kind, OR: basenames.map(endsWith) })).filter(named(basenames));
  }

  /** The newest files of a release, whatever they are named. */
  async ofRelease({ projectId, kind, release, dist }: FileScope): Promise<StoredSymbolFile[]> {
    if (release === '') return [];
    return preferDist(await this.#find({ projectId, kind, release, dist: { in: [dist, ''] } }), dist);
  }

  /** Whether the project has a file of the kind, to tell "of another release" from "none at all". */
  async hasAny(projectId: string, kind: string): Promise<boolean> {
    return (await this.#find({ projectId, kind }, 1)).length > 0;
  }

  #find(where: NonNullable<Parameters<Relational['client']['symbolFile']['findMany']>[0]>['where'], take = MAX_FILES) {
    return this.relational.client.symbolFile.findMany({
      where,
      select: COLUMNS,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
    });
  }
}

/** The wildcards of LIKE match more than themselves, so the rows are compared again. */
function endsWith(basename: string) {
  return { filename: { endsWith: `/${basename}` } };
}

function named(basenames: readonly string[]) {
  return ({ filename }: StoredSymbolFile): boolean => basenames.some((basename) => filename.endsWith(`/${basename}`));
}

function preferDist(files: StoredSymbolFile[], dist: string): StoredSymbolFile[] {
  return [...files].sort((a, b) => Number(b.dist === dist) - Number(a.dist === dist));
}
