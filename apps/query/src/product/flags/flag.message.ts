import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  decodeJson,
  encodeJson,
  FlagFiltersSchema,
  FlagSchema,
  FlagVariantSchema,
  type Flag as FlagMessage,
  type FlagFilters as FiltersMessage,
  type FlagVariant as VariantMessage,
} from '@svc/contract';
import {
  isServerOnly,
  referencedKeys,
  type FlagCondition,
  type FlagDefinition,
  type FlagFilters,
  type FlagVariant,
} from '@svc/flags';
import { readJson, type Flag } from '@svc/relational';

/** The part of a definition that a row stores as JSON. */
export type StoredDefinition = Pick<FlagDefinition, 'variants' | 'filters' | 'default_variant' | 'tags'>;

export function toDefinition({ key, name, active, type, version, definition }: Flag): FlagDefinition {
  const stored = readJson<StoredDefinition>(definition);
  return { ...stored, key, name, active, type: type as FlagDefinition['type'], version: Number(version) };
}

export function toMessage(row: Flag): FlagMessage {
  const definition = toDefinition(row);
  const { message } = decodeJson(FlagSchema, { ...definition, project_id: row.projectId });
  if (row.createdBy !== null) message.createdBy = row.createdBy;
  message.createdAt = timestampFromDate(row.createdAt);
  message.updatedAt = timestampFromDate(row.updatedAt);
  message.requires = [
    ...referencedKeys(definition, 'cohort').map((id) => `cohort:${id}`),
    ...(hasServerConditions(definition) ? ['server_properties'] : []),
  ];
  return message;
}

/** The JSON of the messages is the definition: it has the fields that the evaluator reads. */
export function readVariants(variants: readonly VariantMessage[]): FlagVariant[] {
  return variants.map((variant) => encodeJson(FlagVariantSchema, variant) as unknown as FlagVariant);
}

/** As `readVariants`, with the operators that conditions leave out. */
export function readFilters(filters: FiltersMessage | undefined): FlagFilters {
  if (!filters) return { groups: [] };
  const { groups, ...rest } = encodeJson(FlagFiltersSchema, filters) as unknown as FlagFilters;
  return {
    ...rest,
    groups: groups.map((group) => ({ ...group, conditions: group.conditions.map(withOperator) })),
  };
}

/** A condition on a cohort without an operator tests membership. */
function withOperator(condition: FlagCondition): FlagCondition {
  const isOmitted = (condition.operator as string) === '';
  return condition.type === 'cohort' && isOmitted ? { ...condition, operator: 'in' } : condition;
}

function hasServerConditions({ filters }: FlagDefinition): boolean {
  return filters.groups.some(({ conditions }) => conditions.some(isServerOnly));
}
