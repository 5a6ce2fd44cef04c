import { Inject, Injectable } from '@nestjs/common';
import { beforeKey, type Relational, type SymbolFile, type TimeKey } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Which symbol files of a project. */
export interface SymbolFilesPage {
  readonly projectId: string;
  readonly kinds: readonly string[];
  /** All releases if undefined. */
  readonly release: string | undefined;
  readonly after: TimeKey<'createdAt'> | undefined;
  readonly take: number;
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
        ...beforeKey('createdAt', after),
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
    });
  }
}
