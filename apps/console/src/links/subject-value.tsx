import type { ReactNode } from 'react';
import { OutsideText } from '../ui/text/outside-text.js';
import { ValueCell } from '../ui/value/value-cell.js';
import { toExactText } from '../ui/value/value-text.js';
import { TargetLink } from './target-link.js';

/** Fields whose values are IDs of what has a page, by the type of that page. */
const TYPES: Readonly<Record<string, string>> = {
  distinct_id: 'person',
  release: 'release',
  service: 'service',
};

/** UTF-16 units of an ID that are shown. */
const MAX_ID = 200;

/** A value with its actions, which leads to the page of the person, service or release that it names. */
export function SubjectValue({ field, value }: { readonly field: string; readonly value: unknown }): ReactNode {
  const type = Object.hasOwn(TYPES, field) ? TYPES[field] : undefined;
  const id = toExactText(value);
  if (type === undefined || id === '') return <ValueCell field={field} value={value} />;
  return (
    <ValueCell field={field} value={value}>
      <TargetLink type={type} id={id}>
        <OutsideText text={id} limit={MAX_ID} />
      </TargetLink>
    </ValueCell>
  );
}
