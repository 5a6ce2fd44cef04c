import { beforeKey, type SymbolFile, type TimeKey, type Transaction } from '@svc/relational';

/** The symbol files of a project on one page of a list. */
export interface SymbolFilesPage {
  readonly projectId: string;
  readonly kinds: readonly string[];
  /** All releases if undefined. */
  readonly release: string | undefined;
  readonly after: TimeKey<'createdAt'> | undefined;
  readonly take: number;
}

/** A file by the fields that identify an upload of it. */
export type UploadedFile = Pick<SymbolFile, 'projectId' | 'kind' | 'release' | 'dist' | 'filename' | 'sha256'>;

/** Newest first, by creation and then ID. */
export function listSymbolFiles(
  tx: Transaction,
  { projectId, kinds, release, after, take }: SymbolFilesPage,
): Promise<SymbolFile[]> {
  return tx.symbolFile.findMany({
    where: {
      projectId,
      kind: { in: [...kinds] },
      ...(release !== undefined && { release }),
      ...beforeKey('createdAt', after),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  });
}

/** The files that an earlier upload of the same bytes became. */
export function findUploadedFiles(tx: Transaction, file: UploadedFile): Promise<SymbolFile[]> {
  return tx.symbolFile.findMany({ where: { ...file }, orderBy: { id: 'asc' } });
}
