export { CatalogIndex, MAX_NAMES, toNames } from './catalog/catalog-index.js';
export { EMPTY_CATALOG, type Catalog, type CatalogMetric, type Name, type NameKind } from './catalog/catalog.js';
export { EXAMPLES } from './examples.js';
export { MAX_ROWS } from './facts/grouping.js';
export { readMentions, type Mentions } from './mentions.js';
export { MAX_QUESTION, parseQuestion, type Asking } from './parse.js';
export type {
  Chart,
  JsonObject,
  JsonValue,
  ParsedQuestion,
  RefusalReason,
  Status,
  TypedQuery,
  Understood,
  View,
} from './query/typed-query.js';
export { isRewritable, parseRewrite } from './rewrite.js';
