import { PairsColumn } from './pairs-column.js';
import { StringColumn } from './string-column.js';

/** Map(LowCardinality(String), String), the type of attributes. */
export class MapColumn extends PairsColumn<StringColumn> {
  constructor() {
    super(new StringColumn());
  }
}
