import { Inject, Injectable } from '@nestjs/common';
import { cutPage, pageLimit, type Cursors, type Position } from '@svc/pagination';
import type { SymbolFile } from '@svc/relational';
import { CURSORS } from '@svc/service';
import { toMessage } from '../symbol-file.message.js';
import { SymbolFilesRepository, type SymbolFilePosition } from './symbol-files.repository.js';

/** What a list shows. */
export interface SymbolFilesList {
  /** ID of the operation. */
  readonly operation: string;
  readonly projectId: string;
  readonly kinds: readonly string[];
  readonly release: string | undefined;
  readonly limit: number | undefined;
  readonly cursor: string;
}

const PAGE = { default: 50, max: 200 };

/** Lists symbol files. */
@Injectable()
export class SymbolFilesService {
  constructor(
    private readonly files: SymbolFilesRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list({ operation, projectId, kinds, release, limit, cursor }: SymbolFilesList) {
    const bounds = { operation, projectId, filters: { release }, sort: 'created_at desc, id desc' };
    const take = pageLimit(limit, PAGE);
    const after = readPosition(this.cursors.decode(cursor, bounds));
    const found = await this.files.list({ projectId, kinds, release, after, take: take + 1 });
    const { rows, pagination } = cutPage(found, take, (last) =>
      this.cursors.encode({ ...bounds, position: toPosition(last) }),
    );
    return { files: rows.map(toMessage), pagination };
  }
}

function toPosition({ createdAt, id }: SymbolFile): Position {
  return [createdAt.toISOString(), id];
}

/** Positions come from cursors signed by this service, so they have the shape that toPosition() gave them. */
function readPosition(position: Position | undefined): SymbolFilePosition | undefined {
  if (!position) return undefined;
  const [createdAt, id] = position as [string, string];
  return { createdAt: new Date(createdAt), id };
}
