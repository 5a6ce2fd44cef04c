import { Inject, Injectable } from '@nestjs/common';
import type { Relational, SymbolFile } from '@svc/relational';
import { RELATIONAL } from '@svc/service';

/** Which symbol files of a project. */
export interface SymbolFilesPage {
  readonly projectId: string;
  readonly kinds: readonly string[];
  /** All releases if undefined. */
  readonly release: string | undefined;
  readonly after: SymbolFilePosition | undefined;
  readonly take: number;
}

/** The end of a page in the order of the list. */
export interface SymbolFilePosition {
  readonly createdAt: Date;
  readonly id: string;
}

@Injectable()
export class SymbolFilesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Newest first, by creation and then ID. */
  list({ projectId, kinds, release, after, take }: SymbolFilesPage): Promise<SymbolFile[]> {
    return this.relational.client.symbolFile.findMany({
      where: {
        projectId,
        kind: { in: [...kinds] },
        ...(release !== undefined && { release }),
        ...(after && {
          OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
        }),
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
    });
  }
}
