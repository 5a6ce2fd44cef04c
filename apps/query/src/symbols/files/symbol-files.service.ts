import { Inject, Injectable } from '@nestjs/common';
import { keysetList, NEWEST_FIRST, type Cursors } from '@svc/pagination';
import type { Relational } from '@svc/relational';
import { CURSORS, RELATIONAL } from '@svc/runtime';
import { listSymbolFiles } from '@svc/symbols';
import { toMessage } from '../symbol-file.message.js';

/** The filters and the page of a list. */
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
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list({ operation, projectId, kinds, release, ...request }: SymbolFilesList) {
    const { rows, pagination } = await keysetList(this.cursors, {
      operation,
      projectId,
      filters: { release },
      order: NEWEST_FIRST,
      limits: PAGE,
      request,
      read: (after, take) => listSymbolFiles(this.relational.client, { projectId, kinds, release, after, take }),
    });
    return { files: rows.map(toMessage), pagination };
  }
}
