import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LlmRunFiguresSchema, LlmTopPersonsResponseSchema } from '@svc/contract';
import { personId } from '@svc/persons';
import type { RowsOf, Scope } from '@svc/reading/statement';
import type { PersonCostRow, selectPersonAccounts, selectPersonUsage } from './persons.query.js';
import { costText, toTokens } from './sums.js';

type UsageRow = RowsOf<typeof selectPersonUsage>;

export interface FoundPersons {
  readonly scope: Scope;
  readonly persons: readonly PersonCostRow[];
  readonly without: PersonCostRow | undefined;
  readonly usage: readonly UsageRow[];
  readonly accounts: readonly RowsOf<typeof selectPersonAccounts>[];
  /** The distinct ID that represents a person, by the canonical one. */
  readonly names: ReadonlyMap<string, string>;
}

export function toTopPersons(found: FoundPersons): MessageInitShape<typeof LlmTopPersonsResponseSchema> {
  const { scope, persons, without, usage, accounts, names } = found;
  const usageOf = new Map(usage.map(({ canonical, used }) => [canonical, used]));
  const figuresOf = (row: PersonCostRow) => toRunFigures(row, usageOf.get(row.canonical) ?? {});
  return {
    persons: persons.map((row) => ({
      personId: personId(scope.projectId, row.canonical),
      distinctId: names.get(row.canonical) ?? row.canonical,
      accounts: accounts
        .filter(({ canonical }) => canonical === row.canonical)
        .map(({ type, account }) => ({ groupType: type, groupKey: account })),
      figures: figuresOf(row),
    })),
    personCount: BigInt((persons[0] ?? without)?.persons ?? 0),
    withoutPerson: without ? figuresOf(without) : { cost: '0' },
  };
}

function toRunFigures(row: PersonCostRow, used: UsageRow['used']): MessageInitShape<typeof LlmRunFiguresSchema> {
  const counts = Object.fromEntries(Object.entries(used).map(([bucket, count]) => [bucket, BigInt(count)]));
  return {
    runs: BigInt(row.runs),
    calls: BigInt(row.calls),
    cost: costText(BigInt(row.cost_units), BigInt(row.runs), BigInt(row.priced)),
    unpricedCalls: BigInt(row.unpriced),
    ...toTokens(counts),
  };
}
